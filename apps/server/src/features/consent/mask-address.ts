/** Enough for its owner to know it again: "o•••@e•••.org", "•••777". */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  if (domain === undefined) return `•••${address.slice(-3)}`;
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
