import type { cases } from '@wardvoice/contract';
import type { Annotation, Task } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isCaseOfCaller, TOLD } from '../cases/index.ts';
import {
  asIdentifier,
  asInstants,
  asReference,
  asToken,
  codeSystem,
  coding,
  identifierSystem,
  localIdentifier,
  present,
  referenceTo,
  type FhirResource,
} from '../fhir/index.ts';

interface CaseRow {
  id: number;
  changed_at: Date;
  patient_id: number | null;
  visit_id: number | null;
  feedback_id: number | null;
  state: cases.CaseState;
  status: NonNullable<Task['status']>;
  priority: NonNullable<Task['priority']>;
  question: string;
  answer: string;
  department: string | null;
  owner_id: number | null;
  owner: string | null;
  cause: string | null;
  actions_taken: string | null;
  created_at: Date;
  due_at: Date | null;
  closed_at: Date | null;
  notes: { text: string; at: string; by: string | null }[];
}

const STATUS = sql<string>`(case c.state
  when 'claimed' then 'accepted' when 'contacted' then 'in-progress' when 'closed' then 'completed' else 'requested' end)`;
const PRIORITY = sql<string>`(case c.severity when 'urgent' then 'asap' when 'high' then 'urgent' else 'routine' end)`;
const NOTES = sql`coalesce((
  select jsonb_agg(jsonb_build_object('text', st.note, 'at', st.at, 'by', w.name) order by st.id)
  from case_steps st left join users w on w.id = st.user_id
  where st.application_id = c.application_id and st.case_id = c.id and st.note <> ''), '[]')`;

const STATE = 'case-state';
const users = (publicUrl: string): string => identifierSystem(publicUrl, 'user');

export const tasks: FhirResource<'Task', CaseRow> = {
  type: 'Task',
  columns:
    () => sql`c.id, c.changed_at, coalesce(i.patient_id, x.patient_id) as patient_id, c.visit_id, c.feedback_id, c.state, ${STATUS} as status,
    ${PRIORITY} as priority, c.question, c.answer, d.title as department, c.claimed_by_id as owner_id, u.name as owner, cause.title as cause,
    c.actions_taken, c.created_at, c.due_at, c.closed_at, ${NOTES} as notes`,
  from: sql`cases c
    left join feedback f on f.application_id = c.application_id and f.id = c.feedback_id
    left join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    left join inbound_texts x on x.application_id = c.application_id and x.id = c.text_id
    left join departments d on d.application_id = c.application_id and d.id = c.department_id
    left join case_causes cause on cause.application_id = c.application_id and cause.id = c.cause_id
    left join users u on u.id = c.claimed_by_id`,
  isVisible: (scope) => sql<boolean>`(c.application_id = ${scope.applicationId} and ${isCaseOfCaller(scope)})`,
  id: sql`c.id`,
  changedAt: sql`c.changed_at`,
  ...TOLD,
  conditions: {
    patient: asReference('Patient', (id) => sql<boolean>`(i.patient_id = ${id} or x.patient_id = ${id})`),
    subject: asReference('Patient', (id) => sql<boolean>`(i.patient_id = ${id} or x.patient_id = ${id})`),
    encounter: asReference('Encounter', sql`c.visit_id`),
    focus: asReference('QuestionnaireResponse', sql`c.feedback_id`),
    status: asToken(STATUS, () => 'http://hl7.org/fhir/task-status'),
    'business-status': asToken(sql`c.state`, (publicUrl) => codeSystem(publicUrl, STATE)),
    priority: asToken(PRIORITY, () => 'http://hl7.org/fhir/request-priority'),
    owner: asIdentifier(sql`c.claimed_by_id`, users),
    'authored-on': asInstants(sql`c.created_at`),
  },
  show: (row, { publicUrl }) =>
    present<Task>({
      resourceType: 'Task',
      status: row.status,
      statusReason: row.cause ? { text: row.cause } : undefined,
      businessStatus: { coding: [coding(publicUrl, STATE, row.state)] },
      intent: 'order',
      priority: row.priority,
      description: [row.question, row.answer].filter(Boolean).join(': '),
      focus: referenceTo('QuestionnaireResponse', row.feedback_id),
      for: referenceTo('Patient', row.patient_id),
      encounter: referenceTo('Encounter', row.visit_id),
      executionPeriod: present({ start: row.created_at.toISOString(), end: row.closed_at?.toISOString() }),
      authoredOn: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      performerType: row.department ? [{ text: row.department }] : [],
      owner:
        row.owner_id === null
          ? undefined
          : present({
              type: 'Practitioner' as const,
              identifier: localIdentifier(publicUrl, 'user', row.owner_id),
              display: row.owner,
            }),
      restriction: row.due_at ? { period: { end: row.due_at.toISOString() } } : undefined,
      note: notesOf(row),
    }),
};

const notesOf = ({ notes, actions_taken, closed_at }: CaseRow): Annotation[] => [
  ...notes.map(({ text, at, by }) => present<Annotation>({ authorString: by, time: new Date(at).toISOString(), text })),
  ...(actions_taken ? [present<Annotation>({ time: closed_at?.toISOString(), text: actions_taken })] : []),
];
