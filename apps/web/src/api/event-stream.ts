/**
 * Cuts a text/event-stream into the data of its events. EventSource cannot send an Authorization header, so the
 * stream is read by fetch and cut here. Give each piece as it comes; the part of an unfinished event is kept.
 */
export function eventReader(): (piece: string) => string[] {
  let kept = '';
  return (piece) => {
    kept = (kept + piece).replace(/\r\n?/g, '\n');
    const blocks = kept.split('\n\n');
    kept = blocks.pop() ?? '';
    return blocks.map(dataOf).filter((data) => data !== '');
  };
}

function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');
}
