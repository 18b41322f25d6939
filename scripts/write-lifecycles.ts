import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  broadcasts,
  cases,
  contactImports,
  dataExports,
  destinations,
  pathways,
  triggers,
  webhooks,
} from '@wardvoice/contract';
import { format } from 'prettier';
import { BROADCAST_LIFECYCLE } from '../apps/server/src/features/broadcasts/broadcast-state.ts';
import { IMPORT_LIFECYCLE } from '../apps/server/src/features/contact-imports/import-state.ts';
import { EXPORT_LIFECYCLE } from '../apps/server/src/features/data-exports/export-state.ts';
import { DELIVERY_LIFECYCLE, SITUATIONS } from '../apps/server/src/features/deliveries/delivery-state.ts';
import {
  INVITATION_LIFECYCLE,
  INVITATION_SITUATIONS,
} from '../apps/server/src/features/invitations/invitation-state.ts';
import { ENROLMENT_LIFECYCLE } from '../apps/server/src/features/pathways/enrolment-state.ts';
import { MESSAGE_LIFECYCLE, MESSAGE_SITUATIONS } from '../apps/server/src/features/processing/message-state.ts';
import { TRIAL_LIFECYCLE } from '../apps/server/src/features/triggers/trials/trial-state.ts';
import {
  STATE_OF_APPOINTMENT,
  VISIT_LIFECYCLE,
  VISIT_SITUATIONS,
} from '../apps/server/src/features/visits/visit-state.ts';
import { QUEUED_LIFECYCLE } from '../apps/server/src/features/destinations/queued-state.ts';
import { EVENT_LIFECYCLE } from '../apps/server/src/features/webhooks/event-state.ts';

const ROOT = join(import.meta.dirname, '..');
export const LIFECYCLES_FILE = join(ROOT, 'docs/lifecycles.md');

/** Returns the text of docs/lifecycles.md, made from the tables that the program uses. */
export function describeLifecycles(): Promise<string> {
  const text = [
    '# Lifecycles',
    '',
    'Made from the tables that the program works by, by `npm run docs`; a test compares them.',
    '',
    '## A message',
    '',
    'What an event (a row) makes of a message (a column): `apps/server/src/features/processing/message-state.ts`. `new` is not stored',
    'yet. An empty place: the event does not move it.',
    '',
    ...describeTable(MESSAGE_LIFECYCLE, MESSAGE_SITUATIONS),
    '',
    '## A visit',
    '',
    'What the effect of a message ([events.md](events.md)) makes of a visit: `apps/server/src/features/visits/visit-state.ts`. `unknown`:',
    'no message has told of it yet. An empty place: the event changes neither state nor place. What is later known is not undone by a late message.',
    '',
    ...describeTable(VISIT_LIFECYCLE, VISIT_SITUATIONS),
    '',
    'Where SCH-25 says how far an appointment is, it decides in place of the state above, wherever that place is not empty:',
    `${Object.entries(STATE_OF_APPOINTMENT)
      .map(([appointment, state]) => `${appointment} → ${state}`)
      .join(', ')}. An appointment that S14 changes without naming it (SCH-1, SCH-2) begins \`open\`.`,
    '',
    '## A delivery',
    '',
    'What an event (a row) makes of a delivery (a column): `apps/server/src/features/deliveries/delivery-state.ts`. An empty place: the',
    'event does not move it. `undelivered` is stored as `failed`.',
    '',
    ...describeTable(DELIVERY_LIFECYCLE, SITUATIONS),
    '',
    '## An invitation',
    '',
    'What an event makes of the offer of a survey: `apps/server/src/features/invitations/invitation-state.ts`. An empty place: the event',
    'does not move it. `expired` is not stored: it is open or opened, and its time is over. How far the deliveries of an invitation came',
    'is recorded in it by triggers of the database, from the table of a delivery.',
    '',
    ...describeTable(INVITATION_LIFECYCLE, INVITATION_SITUATIONS),
    '',
    '## A case',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> new',
    ...Object.entries(cases.CASE_MOVES).flatMap(([move, { from, to }]) =>
      from.map((state) => `  ${state} --> ${to}: ${move}`),
    ),
    ...Object.entries(cases.CASE_ASSIGNED).map(([from, to]) => `  ${from} --> ${to}: assigned`),
    '```',
    '',
    '## A broadcast',
    '',
    'What an event makes of a broadcast: `apps/server/src/features/broadcasts/broadcast-state.ts`. An empty place refuses it.',
    '',
    ...describeTable(BROADCAST_LIFECYCLE, broadcasts.BROADCAST_STATES),
    '',
    '## An import of contacts',
    '',
    'What an event makes of an import: `apps/server/src/features/contact-imports/import-state.ts`. An empty place refuses it.',
    '',
    ...describeTable(IMPORT_LIFECYCLE, contactImports.IMPORT_STATES),
    '',
    '## A patient in a pathway',
    '',
    'What an event makes of a place in a pathway: `apps/server/src/features/pathways/enrolment-state.ts`. An empty place: it does not move.',
    '',
    ...describeTable(ENROLMENT_LIFECYCLE, pathways.ENROLMENT_STATES),
    '',
    '## An event for a webhook',
    '',
    'What happens to an event in the log of a webhook: `apps/server/src/features/webhooks/event-state.ts`. An empty place: it does not move.',
    '',
    ...describeTable(EVENT_LIFECYCLE, webhooks.EVENT_STATES),
    '',
    '## A message for a destination',
    '',
    'What happens to a message in the queue of a destination: `apps/server/src/features/destinations/queued-state.ts`. An empty place: it does not move.',
    '',
    ...describeTable(QUEUED_LIFECYCLE, destinations.DESTINATION_MESSAGE_STATES),
    '',
    '## A data export',
    '',
    'What an event makes of a file for analysts: `apps/server/src/features/data-exports/export-state.ts`. An empty place: it does not move.',
    '',
    ...describeTable(EXPORT_LIFECYCLE, dataExports.EXPORT_STATES),
    '',
    '## A trial of a trigger',
    '',
    'What an event makes of a trial on past traffic: `apps/server/src/features/triggers/trials/trial-state.ts`. An empty place: it does not move.',
    '',
    ...describeTable(TRIAL_LIFECYCLE, triggers.TRIAL_STATES),
    '',
  ].join('\n');
  const options = JSON.parse(readFileSync(join(ROOT, '.prettierrc.json'), 'utf8')) as object;
  return format(text, { parser: 'markdown', ...options });
}

function describeTable<State extends string>(
  lifecycle: Readonly<Record<string, Partial<Record<State, State>>>>,
  states: readonly State[],
): string[] {
  const rows = Object.entries(lifecycle).map(
    ([event, moves]) => `| ${event} | ${states.map((state) => moves[state] ?? '').join(' | ')} |`,
  );
  return [`| | ${states.join(' | ')} |`, `|${' --- |'.repeat(states.length + 1)}`, ...rows];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(LIFECYCLES_FILE, await describeLifecycles());
