/** The time now. Tests set their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
