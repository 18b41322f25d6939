import { makeFrame, sendLoad } from '../ingest/sender.ts';

/** Sends as much as the listener takes, from another address than the quiet sender, until the process is ended. */
const port = Number(process.argv[2]);
const CONNECTIONS = 50;
const IN_FLIGHT = 400;
/** More than any run sends. */
const MESSAGES = 5_000_000;
/** After so many its parent is told how many were accepted. */
const STEP = 1_000;

await sendLoad({
  port,
  connections: CONNECTIONS,
  inFlight: IN_FLIGHT,
  messages: MESSAGES,
  frame: makeFrame('f'),
  localAddress: '127.0.0.2',
  onAccepted: (n) => n % STEP === 0 && process.stdout.write(`${n}\n`),
});
