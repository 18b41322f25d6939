#!/usr/bin/env node
// The commands of package.json. This program needs only Node: each command first installs and builds what it needs.

const [command = 'help', ...args] = process.argv.slice(2);

const COMMANDS = {
  demo: () => import('./commands/serve.mjs').then(({ serve }) => serve(['demo', ...args])),
  start: () => import('./commands/serve.mjs').then(({ serve }) => serve(args)),
  dev: () => import('./commands/dev.mjs').then(({ dev }) => dev(args)),
  build: () => import('./commands/build.mjs').then(({ build }) => build()),
  test: () => import('./commands/check.mjs').then(({ check }) => check({ browser: true })),
  check: () => import('./commands/check.mjs').then(({ check }) => check({ browser: false })),
  bench: () => import('./commands/bench.mjs').then(({ bench }) => bench(args)),
  simulate: () => import('./commands/simulate.mjs').then(({ simulate }) => simulate(args)),
  pictures: () => import('./commands/pictures.mjs').then(({ pictures }) => pictures()),
  wardvoice: () => import('./commands/wardvoice.mjs').then(({ wardvoice }) => wardvoice(args)),
  'rotate-key': () => import('./commands/rotate-key.mjs').then(({ rotateKey }) => rotateKey(args)),
  package: () => import('./commands/package.mjs').then(({ makePackage }) => makePackage(args)),
  'send-hl7': () => import('./commands/send-hl7.mjs').then(({ sendHl7 }) => sendHl7(args)),
};

const tooOld = oldNodeProblem(process.versions.node);
if (tooOld) fail(tooOld);
const pastItsEnd = endOfLifeWord(process.versions.node);
if (pastItsEnd) process.stderr.write(`${pastItsEnd}\n`);
if (!Object.hasOwn(COMMANDS, command)) fail(`Say one of: ${Object.keys(COMMANDS).join(', ')}.`);

try {
  process.exitCode = await COMMANDS[command]();
} catch (error) {
  // The step that failed has already said why.
  if (error?.name === 'StepFailed') process.exit(error.exitCode);
  throw error;
}

/** @param {string} version */
function oldNodeProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  const fits = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  return fits
    ? null
    : `Wardvoice needs Node 20.19, 22.12 or newer, and this is ${version}: install Node 24 from https://nodejs.org.`;
}

/** @param {string} version */
function endOfLifeWord(version) {
  return Number(version.split('.')[0]) < 22
    ? `Node ${version} gets no security fixes since April 2026. Wardvoice runs on it; Node 24 is what we recommend.`
    : null;
}

/** @param {string} line */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
