export interface ColumnHead {
  title: string;
  /** The title is for screen readers only, as over a column of buttons. */
  titleHidden?: boolean;
  /** Width in pixels. Columns without one share what is left. */
  width?: number;
  /** Texts that a cell shows whole, in a language with longer words, too. They may make the column wider than `width`. */
  fits?: readonly string[];
  /** Name of the field in `sort`, where the call can sort by it. */
  sort?: string;
}

/** The width that a column asks for, or more where its title or its texts are longer in another language. */
export function columnWidth({ width, title, titleHidden, fits = [], sort }: ColumnHead): string | undefined {
  if (width === undefined) return undefined;
  const needs = [
    ...(titleHidden ? [] : [roomFor(title.length, sort ? 46 : 28)]),
    ...(fits.length === 0 ? [] : [roomFor(Math.max(...fits.map((text) => text.length)), 52)]),
  ];
  return needs.length === 0 ? `${width}px` : `max(${[`${width}px`, ...needs].join(', ')})`;
}

/** `besides`: pixels of the padding, and of an icon. */
const roomFor = (characters: number, besides: number): string => `calc(${characters * 0.9}ch + ${besides}px)`;
