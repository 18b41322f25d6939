import { ROOT, runNode } from '../run-program.mjs';
import { build } from './build.mjs';

/** Takes the pictures of the docs anew, from the screens as they are now. */
export async function pictures() {
  await build();
  return runNode(['--conditions=wardvoice-source', '--import', 'tsx', `${ROOT}/e2e/take-pictures.ts`]);
}
