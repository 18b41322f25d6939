/** A line of `wardvoice doctor`. */
export interface Finding {
  state: 'good' | 'warn' | 'bad';
  text: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const warn = (text: string): Finding => ({ state: 'warn', text });
export const bad = (text: string): Finding => ({ state: 'bad', text });
