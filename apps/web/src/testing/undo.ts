const undoings: (() => void)[] = [];

/** Has something undone after each test. Files of tests share a process, so a module that changes what all share says here how it is undone. */
export function undoAfterEachTest(undo: () => void): void {
  undoings.push(undo);
}

/** Undoes all that was asked for. */
export function undoAll(): void {
  for (const undo of undoings) undo();
}
