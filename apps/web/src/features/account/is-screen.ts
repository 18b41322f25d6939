/** One of our own screens behind the sign-in; anything else could lead out of the house, or round in a circle. */
export const isScreen = (address: string | null | undefined): address is string =>
  /^\/(?![/\\])(?!(?:login|real-login|register|forgot-password|reset-password|lock)(?:[/?#]|$))/.test(address ?? '');
