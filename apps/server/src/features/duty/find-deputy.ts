/**
 * Returns who hears in place of somebody: their deputy where they are away, the deputy's deputy where that one is away too. It is
 * the person themself where they are here, where the chain comes back or ends with somebody who is away, and where who is
 * found may not hear of the case: a notice always goes to somebody.
 */
export function findDeputy(
  userId: number,
  deputyOf: ReadonlyMap<number, number>,
  mayHear: (userId: number) => boolean,
): number {
  const seen = new Set([userId]);
  let current = userId;
  for (;;) {
    const deputy = deputyOf.get(current);
    if (deputy === undefined) return current === userId || mayHear(current) ? current : userId;
    if (seen.has(deputy)) return userId;
    seen.add(deputy);
    current = deputy;
  }
}
