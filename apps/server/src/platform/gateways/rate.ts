/** Takes our own parameter `?rate=10` (messages per second) out of a gateway's address. */
export function splitRate(address: string): { url: string; perSecond: number | undefined } {
  const url = new URL(address);
  const rate = Number(url.searchParams.get('rate'));
  if (!url.searchParams.has('rate')) return { url: address, perSecond: undefined };
  if (!(rate > 0)) throw new Error('The rate in the address of a gateway must be a number above 0, such as ?rate=10.');
  url.searchParams.delete('rate');
  return { url: url.href, perSecond: rate };
}
