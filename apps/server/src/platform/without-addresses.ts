/** Mail servers often repeat the address in what they say; it must be neither stored nor logged. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '<address>').slice(0, 500);
