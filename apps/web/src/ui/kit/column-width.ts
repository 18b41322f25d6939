import type { Column } from './data-table.tsx';

/** The width that a column asks for, or more where its title or its texts are longer in another language. */
export function columnWidth<T>({ width, title, titleHidden, fits = [], sort }: Column<T>): string | undefined {
  if (width === undefined) return undefined;
  const needs = [
    ...(titleHidden ? [] : [roomFor(title, sort ? 46 : 28)]),
    ...(fits.length === 0
      ? []
      : [
          roomFor(
            fits.reduce((one, other) => (other.length > one.length ? other : one)),
            52,
          ),
        ]),
  ];
  return needs.length === 0 ? `${width}px` : `max(${[`${width}px`, ...needs].join(', ')})`;
}

/** `besides`: pixels of the padding, and of an icon. */
const roomFor = (text: string, besides: number): string => `calc(${text.length * 0.9}ch + ${besides}px)`;
