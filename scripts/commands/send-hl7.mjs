import { resolve } from 'node:path';
import { runNode } from '../run-program.mjs';
import { install } from './install.mjs';

/** @param {string[]} files as the caller sees them, who may stand in another folder than npm */
export async function sendHl7(files) {
  install();
  const paths = files.map((file) => resolve(process.env['INIT_CWD'] ?? '.', file));
  return runNode(['--conditions=wardvoice-source', '--import', 'tsx', 'scripts/send-hl7.ts', ...paths]);
}
