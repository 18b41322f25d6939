import type { ProductFault } from './product-fault.ts';

const PATIENT_EVENTS = 'features/patient-events';
const PATIENT_IDENTITY = 'features/patient-identity';
const VISITS = 'features/visits';

const EFFECTS: Readonly<Record<string, string>> = {
  A11: "A11: { title: 'Admission cancelled', visit: 'cancel_visit'",
  A13: "A13: { title: 'Discharge cancelled', visit: 'cancel_discharge'",
  A23: "A23: { title: 'Visit deleted', visit: 'delete'",
  A38: "A38: { title: 'Pre-admission cancelled', visit: 'cancel_expected'",
};

/** Faults in what messages say, in their order, and in whom they belong to. */
export const MESSAGE_FAULTS: readonly ProductFault[] = [
  {
    name: 'overtaken-by-filed',
    title:
      'a message that is filed overtakes one of another listener that is stored and not filed (A13 before its A03)',
    edits: [
      {
        file: 'features/processing/waiting.queries.ts',
        find: '      and m.id < coalesce((select min(id) from arrivals), 9223372036854775807)\n',
        replace: '',
      },
      {
        file: 'migrations/0040_one_order_of_messages.sql',
        find: 'if exists (select from arrivals where id > 0) then',
        replace: 'if false then',
      },
    ],
  },
  {
    name: 'newest-first',
    title: 'messages are processed in the wrong order',
    edits: [
      {
        file: 'features/processing/waiting.queries.ts',
        find: 'order by m.application_id, m.id limit ${limit}',
        replace: 'order by m.application_id, m.id desc limit ${limit}',
      },
    ],
  },
  {
    name: 'routing-older-than-settings',
    title: 'a message of a hospital just added is filed under another one, for the routing is older than the setting',
    edits: [
      {
        file: 'migrations/0040_one_order_of_messages.sql',
        find: 'if (select version from intake_settings) is distinct from settings_version then',
        replace: 'if false then',
      },
    ],
  },
  {
    name: 'acknowledged-before-commit',
    title: 'a message is acknowledged before it is stored',
    edits: [
      {
        file: 'features/intake/group-commit.ts',
        find: '  async function commitBatch(batch: Waiting[]): Promise<void> {\n',
        replace:
          '  async function commitBatch(batch: Waiting[]): Promise<void> {\n    for (const { resolve } of batch) resolve();\n',
      },
    ],
  },
  {
    name: 'repeats-are-new',
    title: 'a message that its sender repeats is stored again',
    edits: [
      {
        file: 'features/intake/receive-message.ts',
        find: 'controlId: header?.controlId ? storable(header.controlId) : null,',
        replace: 'controlId: header?.controlId ? `${storable(header.controlId)} ${Math.random()}` : null,',
      },
    ],
  },
  {
    name: 'bed-status-refused',
    title: 'an A20 without PID is refused',
    edits: [
      {
        file: 'features/processing/process-messages.ts',
        find: '  return rule.ignored && !(pid && readDeath(pid))',
        replace: '  return pid && rule.ignored && !readDeath(pid)',
      },
    ],
  },
  {
    name: 'year-2062-believed',
    title: 'one message dated 2062 freezes what is known of a patient and a visit',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-patient-event.ts`,
        find: 'if (!isAhead(at, receivedAt) && at >= EARLIEST_EVENT) return at;',
        replace: 'if (at >= EARLIEST_EVENT) return at;',
      },
    ],
  },
  {
    name: 'death-only-as-y',
    title: 'PID-30 "YES" does not count as death',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-death.ts`,
        find: '(indicator && !ALIVE.has(indicator))',
        replace: "indicator === 'Y'",
      },
    ],
  },
  {
    name: 'death-only-as-20',
    title: 'a discharge disposition in words, or in another country’s code, does not count as death',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-death.ts`,
        find: "if (given === '') return false;",
        replace: "if (given !== '20') return false;",
      },
    ],
  },
  ...['A07', 'A28'].map((event): ProductFault => ({
    name: `death-by-${event.toLowerCase()}-unheard`,
    title: `a death that ${event} tells of does not count`,
    edits: [
      {
        file: `${PATIENT_IDENTITY}/apply-patient-event.ts`,
        find: ': group.facts, event.at);',
        replace: `: event.event === '${event}' ? { ...group.facts, deceased: undefined } : group.facts, event.at);`,
      },
    ],
  })),
  {
    name: 'year-of-birth-dropped',
    title: 'a child known only by year of birth is asked',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-time.ts`,
        find: '  const lastMonth = month ?? 12;\n',
        replace: '  if (month === undefined) return undefined;\n  const lastMonth = month;\n',
      },
    ],
  },
  {
    name: 'visits-not-joined',
    title: 'A42 is not applied: somebody is there twice',
    edits: [
      {
        file: `${PATIENT_EVENTS}/adt-events.ts`,
        find: "A42: { title: 'Visits merged', visit: 'change_visit_number' },",
        replace: "A42: { title: 'Visits merged', visit: null },",
      },
    ],
  },
  {
    name: 'joined-visit-loses-its-texts',
    title: 'two visits do not become one where the patient has texted about one',
    edits: [
      {
        file: `${VISITS}/join-visits.ts`,
        find: "['deliveries', 'invitations', 'cases', 'inbound_texts', 'pathway_enrolments'] as const",
        replace: "['deliveries', 'invitations', 'cases', 'pathway_enrolments'] as const",
      },
    ],
  },
  {
    name: 'leave-unknown',
    title: 'A21 is not applied: somebody on leave counts as there',
    edits: [
      {
        file: `${PATIENT_EVENTS}/adt-events.ts`,
        find: "A21: { title: 'Leave begins', visit: 'leave' },",
        replace: "A21: { title: 'Leave begins', visit: null },",
      },
    ],
  },
  ...['A11', 'A13', 'A23', 'A38'].map(cancellationForgotten),
  {
    name: 'jobs-after-commit',
    title: 'jobs are written after the commit of their cause, so that a crash loses them',
    edits: [
      {
        file: 'platform/jobs/jobs.ts',
        find: '  if (jobs.length === 0) return;\n',
        replace: `  if (jobs.length === 0) return;
  const collected = (globalThis as { jobsOfBatch?: Job[] | null }).jobsOfBatch;
  if (collected) return void collected.push(...jobs);
`,
      },
      {
        file: 'features/processing/process-waiting.ts',
        find: "  return ctx.db.transaction(systemScope('message order'), async (tx) => {\n    if (!(await tryLock",
        replace: `  const collected: Job[] = [];
  const forJobs = globalThis as { jobsOfBatch?: Job[] | null };
  forJobs.jobsOfBatch = collected;
  return ctx.db.transaction(systemScope('message order'), async (tx) => {
    if (!(await tryLock`,
      },
      {
        file: 'features/processing/process-waiting.ts',
        find: '    return waiting;\n  });\n}',
        replace: `    return waiting;
  }).then(async (messages) => {
    forJobs.jobsOfBatch = null;
    await ctx.db.transaction(systemScope('message order'), (tx) => enqueue(tx, collected));
    return messages;
  }).finally(() => (forJobs.jobsOfBatch = null));
}`,
      },
      {
        file: 'features/processing/process-waiting.ts',
        find: "import { systemScope } from '../../platform/scope.ts';\n",
        replace:
          "import { systemScope } from '../../platform/scope.ts';\nimport { enqueue, type Job } from '../../platform/jobs/jobs.ts';\n",
      },
    ],
  },
];

function cancellationForgotten(event: string): ProductFault {
  const find = EFFECTS[event] ?? '';
  return {
    name: `${event.toLowerCase()}-not-applied`,
    title: `${event} is not applied: the visit stays as it was`,
    edits: [{ file: `${PATIENT_EVENTS}/adt-events.ts`, find, replace: find.replace(/visit: '\w+'/, 'visit: null') }],
  };
}
