import { ROOT, runNode } from '../run-program.mjs';
import { install } from './install.mjs';

/**
 * Runs the simulation: `--seed N` (default: a new one, which it prints) and `--hours H` of simulated time.
 * @param {string[]} args
 */
export async function simulate(args) {
  install();
  return runNode(['--conditions=wardvoice-source', '--import', 'tsx', `${ROOT}/simulation/src/simulate.ts`, ...args]);
}
