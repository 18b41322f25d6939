export { readBaseText } from './base-copy.ts';
export { defineWalMetrics } from './define-wal-metrics.ts';
export { findReach, findRestorePoint, type RestorePoint } from './find-restore-point.ts';
export { keepWal, stopKeepingWal, type WalKeeper, type WalStanding } from './keep-wal.ts';
export { proveNightly, readWalProof, type WalProof } from './prove-nightly.ts';
export { proveRestore } from './prove-restore.ts';
export { restoreToTime } from './restore-to-time.ts';
export { openWalStore } from './wal-store.ts';
