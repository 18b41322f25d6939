import type { OutgoingMessage } from './happenings/hospital-events.ts';
import type { Run } from './simulation-run.ts';
import type { SimulatedWardvoice } from './simulated-wardvoice.ts';

const MAX_SENDS_AGAIN = 20;

/** Sends a message to any listener until it is acknowledged. An acknowledged message may be sent again all the same. */
export async function deliver(run: Run, wardvoice: SimulatedWardvoice, message: OutgoingMessage): Promise<void> {
  const { random, coverage } = run;
  const anyListener = () => random.int(0, wardvoice.listeners.length - 1);
  if (random.chance(0.02)) {
    await wardvoice.cutListeners();
    coverage.reached('a listener loses its database');
  }
  for (let attempt = 0; !(await wardvoice.send(anyListener(), message.text)); attempt += 1) {
    coverage.reached('a message is sent again until it is acknowledged');
    if (attempt === MAX_SENDS_AGAIN) throw new Error(`${message.controlId} is not acknowledged`);
  }
  message.acknowledge();
  coverage.reached(`event: ${message.event}`);
  if (!random.chance(0.08)) return;
  coverage.reached('an acknowledged message comes again');
  await wardvoice.send(anyListener(), message.text);
}
