import type { ProductFault } from './product-fault.ts';

const GATE = 'features/suppression/gate.ts';
const FACTS = 'features/suppression/facts.queries.ts';
const DELIVERIES = 'features/deliveries';

/** Refusals that the gate forgets: the fact, what goes wrong, and the line that checks it. */
const FORGOTTEN: readonly (readonly [name: string, title: string, line: string])[] = [
  ['deceased', 'the gate does not ask about death', "if (facts.deceased) return 'deceased';"],
  [
    'event-cancelled',
    'the gate does not ask whether the visit was cancelled',
    "if (facts.event_cancelled) return 'event_cancelled';",
  ],
  [
    'unknown',
    'somebody whose identity is not known is asked',
    "if (facts.identity_unknown) return 'identity_unknown';",
  ],
  ['doubt', 'somebody whose identity is in doubt is asked', "if (facts.identity_in_doubt) return 'identity_in_doubt';"],
  ['protected', 'somebody protected is asked', "if (facts.protected) return 'protected';"],
  ['child', 'a child is asked', "if (isUnderAge(facts, now)) return 'under_age';"],
  ['survey-off', 'a survey that is switched off is sent', "if (facts.survey_off) return 'survey_off';"],
  ['survey-empty', 'a survey without a question is sent', "if (facts.survey_empty) return 'survey_empty';"],
  ['leave', 'somebody on leave is written to', "if (facts.on_leave) return 'on_leave';"],
  ['bereaved', 'the mother of a child who died is asked', "if (isBereaved(facts)) return 'bereaved';"],
  ['readmitted', 'somebody who is in a bed again is asked', "if (facts.readmitted) return 'readmitted';"],
  [
    'asked-visit',
    'a visit is asked about twice',
    "if (facts.purpose === 'survey' && facts.asked_this_visit) return 'already_asked_visit';",
  ],
  [
    'asked-lately',
    'somebody asked lately is asked again',
    "if (facts.purpose === 'survey' && facts.asked_lately) return 'asked_lately';",
  ],
  [
    'too-many',
    'more messages than a week allows',
    "if (facts.purpose !== 'de_escalation' && facts.too_many_lately) return 'too_many_lately';",
  ],
  ['listens-only', 'an organisation that only listens sends', "if (facts.listens_only) return 'listens_only';"],
  ['opted-out', 'somebody who said stop is written to', "else if (optedOut) refusals.push('opted_out');"],
  [
    'bounced',
    'an address that bounced is written to again',
    "else if (reached === 'none') refusals.push('invalid_address');",
  ],
];

/** Faults in what is sent, what is not, and what is recorded of it. */
export const SENDING_FAULTS: readonly ProductFault[] = [
  ...FORGOTTEN.map(([name, title, line]) => ({
    name: `gate-forgets-${name}`,
    title,
    edits: [{ file: GATE, find: line, replace: '' }],
  })),
  {
    name: 'stop-forgotten',
    title: 'what somebody stopped leaves',
    edits: [
      {
        file: `${DELIVERIES}/claim.ts`,
        find: 'if (rules.held && (isRun ||',
        replace: "if (rules.held === 'restored' && (isRun ||",
      },
    ],
  },
  {
    name: 'override-decides-all',
    title: 'a reason against the settings is one against death, doubt and protection, too',
    edits: [
      {
        file: GATE,
        find: "  if (facts.deceased) return 'deceased';",
        replace: "  if (facts.overridden) return null;\n  if (facts.deceased) return 'deceased';",
      },
    ],
  },
  {
    name: 'not-refused-at-once',
    title: 'whoever sends by hand is not told what the gate refuses',
    edits: [
      {
        file: `${DELIVERIES}/plan-deliveries.ts`,
        find: 'const answers = await askGateFor(tx, applicationId, asking, now);',
        replace:
          'const answers = deliveryIds.length === 1 ? new Map() : await askGateFor(tx, applicationId, asking, now);',
      },
    ],
  },
  {
    name: 'broadcast-asks-again',
    title: 'a broadcast asks who was asked yesterday',
    edits: [
      {
        file: FACTS,
        find: '${askedLately(sql`other.patient_id = p.id`, frame)}\n',
        replace: 'c.id is null and ${askedLately(sql`other.patient_id = p.id`, frame)}\n',
      },
      {
        file: FACTS,
        find: 'or ${askedLately(sql`other.contact_id = any(lists.contact_ids)`, frame)}',
        replace: 'or c.id is null and ${askedLately(sql`other.contact_id = any(lists.contact_ids)`, frame)}',
      },
      {
        file: FACTS,
        find: 'or ${askedLately(sql`other.address in',
        replace: 'or c.id is null and ${askedLately(sql`other.address in',
      },
    ],
  },
  {
    name: 'listed-is-nobody',
    title: 'somebody on a mailing list is not known as the patient of that number',
    edits: [
      {
        file: FACTS,
        find: 'where n.application_id = d.application_id and n.identifier = c.external_id',
        replace: 'where n.application_id = d.application_id and false and n.identifier = c.external_id',
      },
    ],
  },
  {
    name: 'lists-apart-from-visits',
    title: 'a stop after a broadcast is forgotten with a new number, and its messages count for no limit',
    edits: [
      {
        file: FACTS,
        find: 'select d.contact_id where d.contact_id is not null\n',
        replace:
          'select d.contact_id where d.contact_id is not null) as contact_ids, array(\n        select null::bigint\n',
      },
      { file: FACTS, find: 'and listed.patient_id is null) as contact_ids', replace: ') as others' },
    ],
  },
  {
    name: 'unprocessed-not-awaited',
    title: 'a cancellation or death that is acknowledged and not processed is not honoured',
    edits: [
      {
        file: `${DELIVERIES}/hold-back-unprocessed.ts`,
        find: 'if (deliveryIds.length === 0) return [];',
        replace: 'if (deliveryIds.length >= 0) return [];',
      },
    ],
  },
  {
    name: 'unprocessed-asked-once',
    title: 'what is acknowledged between the claim and the dispatch is not honoured',
    edits: [
      {
        file: `${DELIVERIES}/send-deliveries.ts`,
        find: 'if (forPatients.length === 0) return Promise.resolve(new Set());',
        replace: 'if (forPatients.length >= 0) return Promise.resolve(new Set());',
      },
    ],
  },
  {
    name: 'waiting-keys-of-filed-only',
    title: 'a cancellation that is acknowledged and not filed is not honoured',
    edits: [
      {
        file: 'features/acknowledged/acknowledged.queries.ts',
        find: 'select * from filed union all select * from unfiled_subject_keys(${applicationId}, ${limit})',
        replace: 'select * from filed',
      },
    ],
  },
  {
    name: 'cancelled-event-still-asks',
    title: 'a discharge that was taken back still asks, once the visit is closed again',
    edits: [
      {
        file: `${DELIVERIES}/plan-deliveries.ts`,
        find: 'and d.message_id < ${beforeMessageId} and m.event = any(${events}::text[])',
        replace: 'and d.message_id < ${beforeMessageId} and m.event = any(${events}::text[]) and false',
      },
    ],
  },
  {
    name: 'answers-in-person-unknown',
    title: 'answers given in person are unknown to the gate',
    edits: [
      { file: FACTS, find: 'i.answered_at is not null or exists (', replace: 'false and exists (' },
      {
        file: FACTS,
        find: 'and (other.id is distinct from d.invitation_id and other.answered_at is not null',
        replace: 'and (false and other.answered_at is not null',
      },
      {
        file: FACTS,
        find: 'greatest(other.asked_at, other.may_have_arrived_at, other.answered_at) > ${at}',
        replace: 'greatest(other.asked_at, other.may_have_arrived_at) > ${at}',
      },
    ],
  },
  {
    name: 'one-visit-answers-twice',
    title: 'one visit answers one survey twice',
    edits: [
      {
        file: 'features/invitations/invitations.queries.ts',
        find: 'where i.case_id is null and i.occasion_id is null and (i.answered_at is not null or i.withdrawn_at is null)',
        replace:
          'where i.case_id is null and i.occasion_id is null and i.answered_at is null and i.withdrawn_at is null',
      },
    ],
  },
  {
    name: 'nothing-against-second-answer',
    title: 'a second answer of one visit to one survey is asked for and counted',
    edits: [
      {
        file: 'features/invitations/invitations.queries.ts',
        find: 'where i.case_id is null and i.occasion_id is null and (i.answered_at is not null or i.withdrawn_at is null)',
        replace:
          'where i.case_id is null and i.occasion_id is null and i.answered_at is null and i.withdrawn_at is null',
      },
      {
        file: 'features/invitations/invitations.queries.ts',
        find: 'where other.visit_id = i.visit_id and other.survey_id = i.survey_id and other.case_id is null and i.case_id is null',
        replace: 'where false',
      },
      {
        file: 'features/feedback/in-person/in-person.queries.ts',
        find: 'else i.occasion_id is null or i.survey_id = ${surveyId} end',
        replace: 'else false end',
      },
      {
        file: 'migrations/0140_pathways.sql',
        find: 'create unique index invitations_one_answered on invitations (visit_id, survey_id, occasion_id) nulls not distinct',
        replace: 'create index invitations_one_answered on invitations (visit_id, survey_id, occasion_id)',
      },
    ],
  },
  {
    name: 'receipt-before-record-lost',
    title: 'a receipt before our own record is lost: what bounced stands as sent',
    edits: [
      {
        file: `${DELIVERIES}/delivery-state.ts`,
        find: "    undelivered: 'undelivered',\n    answered: 'answered',\n  },\n  /** The gateway refused it. */",
        replace: "    undelivered: 'sent',\n    answered: 'answered',\n  },\n  /** The gateway refused it. */",
      },
    ],
  },
  {
    name: 'early-receipts-dropped',
    title: 'a receipt whose delivery is not known yet is thrown away',
    edits: [
      {
        file: 'features/receipts/receipts.ts',
        find: '  if (!found) return;\n',
        replace:
          "  if (!found) return void (await ctx.db.transaction(systemScope('credential'), (tx) => deleteReceipt(tx, receiptId)));\n",
      },
    ],
  },
  {
    name: 'maybe-arrived-sent-again',
    title: 'what may have arrived is sent again by itself',
    edits: [
      {
        file: `${DELIVERIES}/record.ts`,
        find: "if (outcome === 'retry' && attempts < MAX_ATTEMPTS)",
        replace: "if (outcome !== 'refused' && attempts < MAX_ATTEMPTS)",
      },
    ],
  },
  {
    name: 'maybe-arrived-forgotten',
    title: 'what may have arrived is forgotten when somebody is asked about another visit, or has had enough messages',
    edits: [
      {
        file: FACTS,
        find: 'greatest(other.asked_at, other.may_have_arrived_at, other.answered_at)',
        replace: 'greatest(other.asked_at, other.answered_at)',
      },
      {
        file: FACTS,
        find: "(other.state in ('sending', 'sent', 'delivered', 'answered') or other.outcome_unknown)",
        replace: "other.state in ('sending', 'sent', 'delivered', 'answered')",
      },
    ],
  },
  {
    name: 'interrupted-sent-again',
    title: 'what was being sent when a process died is sent again by itself',
    edits: [
      {
        file: `${DELIVERIES}/claim.ts`,
        find: "      moves.push({ id, event: 'interrupted', at: now, error: INTERRUPTED });\n      continue;\n",
        replace: "      await moveDeliveries(tx, applicationId, [{ id, event: 'retried', at: now }]);\n",
      },
      {
        file: `${DELIVERIES}/claim.ts`,
        find: "    if (state !== 'scheduled' && state !== 'sending') continue;\n",
        replace: '',
      },
    ],
  },
  {
    name: 'funnel-loses-failures',
    title: 'the funnel does not add up: what failed is in no number of it',
    edits: [
      {
        file: 'features/delivery-records/funnel.queries.ts',
        find: "failed: count(({ state }) => state === 'failed'),",
        replace: 'failed: 0,',
      },
    ],
  },
];
