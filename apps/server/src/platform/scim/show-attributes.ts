import type { Shown } from './read-query.ts';

/** Returned whatever is asked for (RFC 7643 §3.1). */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Returns a resource with the attributes that the caller wants (RFC 7644 §3.9). */
export function showAttributes(resource: object, { only, left }: Shown): object {
  if (only === null && left.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const lower = name.toLowerCase();
      if (ALWAYS.has(lower)) return [[name, value]];
      if (!isShown({ only, left }, lower)) return [];
      const parts = partsOf(lower, { only, left });
      return [[name, parts === null ? value : showParts(value, parts)]];
    }),
  );
}

/** Returns whether the caller wants an attribute, by its name in small letters, or a part of it. */
export const isShown = ({ only, left }: Shown, attribute: string): boolean =>
  only === null ? !left.includes(attribute) : only.some((one) => one === attribute || one.startsWith(`${attribute}.`));

/** Returns a test of the names inside an attribute; null: all of them. */
function partsOf(attribute: string, { only, left }: Shown): ((part: string) => boolean) | null {
  const inside = `${attribute}.`;
  if (only !== null) return only.includes(attribute) ? null : (part) => only.includes(inside + part.toLowerCase());
  return left.some((name) => name.startsWith(inside)) ? (part) => !left.includes(inside + part.toLowerCase()) : null;
}

function showParts(value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => showParts(one, isWanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part)));
}
