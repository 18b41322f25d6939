import { parentPort, workerData } from 'node:worker_threads';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Pack } from '../read-pack.ts';
import { PackDocument } from './pack-document.tsx';

/** The program of the thread that `writeInThread` starts. */

export interface PackOrder {
  pack: Pack;
  /** Heading; null: the standard one. */
  title: string | null;
  language: string;
}

parentPort?.postMessage(new Uint8Array(await renderToBuffer(PackDocument(workerData as PackOrder))));
