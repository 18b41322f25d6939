import type { messages } from '@wardvoice/contract';

export interface TreeItem {
  key: string;
  /** 1 for a segment, 2 for a field, 3 for a component. */
  level: 1 | 2 | 3;
  isSegment: boolean;
  /** Index of the segment in the message. */
  segment: number;
  /** Null for a segment itself. */
  address: string | null;
  name: string;
  title: string;
  value: string;
}

/** Turns the message into rows in the order in which they are shown. A folded segment keeps only its own row. */
export function treeItems(segments: messages.MessageDetail['segments'], folded: ReadonlySet<string>): TreeItem[] {
  return segments.flatMap((segment, index) => {
    const key = `${index}`;
    const head: TreeItem = {
      key,
      level: 1,
      isSegment: true,
      segment: index,
      address: null,
      name: segment.name,
      title: segment.title ?? '',
      value: '',
    };
    if (folded.has(key)) return [head];
    const fields = segment.fields.flatMap((field): TreeItem[] => [
      {
        key: `${key}/${field.address}`,
        level: 2,
        isSegment: false,
        segment: index,
        address: field.address,
        name: field.address,
        title: field.title ?? '',
        value: field.components.length > 0 ? '' : field.value,
      },
      ...field.components.map((component): TreeItem => ({
        key: `${key}/${component.address}`,
        level: 3,
        isSegment: false,
        segment: index,
        address: component.address,
        name: component.address,
        title: component.title ?? '',
        value: component.value,
      })),
    ]);
    return [head, ...fields];
  });
}

/**
 * Finds the row of an address. An error often names a field that is not there: then it is the row of the segment, else the
 * first row.
 */
export function startIndex(items: readonly TreeItem[], address: string | null): number {
  const field = items.findIndex((item) => item.address === address);
  const segment = items.findIndex((item) => item.isSegment && item.name === address?.slice(0, 3));
  return Math.max(0, field === -1 ? segment : field);
}
