/** Takes `?rate=10` (a second) out of a gateway's address, which knows nothing of it. */
export function takeRate(address: string): { url: string; perSecond: number | undefined } {
  const url = new URL(address);
  const rate = Number(url.searchParams.get('rate'));
  if (!url.searchParams.has('rate')) return { url: address, perSecond: undefined };
  if (!(rate > 0)) throw new Error('The rate in the address of a gateway must be a number above 0, such as ?rate=10.');
  url.searchParams.delete('rate');
  return { url: url.href, perSecond: rate };
}
