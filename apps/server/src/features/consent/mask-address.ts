/** Shortens an address so that its owner still recognises it: "o•••@e•••.org", "•••777". */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  if (domain === undefined) return `•••${address.slice(-3)}`;
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
