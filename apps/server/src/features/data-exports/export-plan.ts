import type { FileStore } from '../../platform/store/file-store.ts';
import { openFileStore } from '../../platform/store/open-file-store.ts';

/** Where exports are stored, and for how long. */
export interface ExportPlan {
  /** Role of the program, with which the thread of an export reads. */
  connectionString: string;
  /** Address of the store: a folder or s3://…. */
  url: string;
  keepDays: number;
}

export const openExportStore = (url: string): FileStore =>
  openFileStore(url, { within: 'exports', setting: 'EXPORT_URL' });
