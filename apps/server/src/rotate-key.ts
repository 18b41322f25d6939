import { parseArgs } from 'node:util';
import { changeKeys } from './operator/change-keys.ts';

/** `npm run rotate-key`, as it was called before there was `wardvoice keys`. */

const OPTIONS = {
  status: { type: 'boolean', default: false },
  retire: { type: 'boolean', default: false },
  'start-over': { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.status) await changeKeys('list', null);
  else if (values.retire) await changeKeys('retire', positionals[0] ?? null);
  else await changeKeys(values['start-over'] ? 'start-over' : 'rotate', null);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
