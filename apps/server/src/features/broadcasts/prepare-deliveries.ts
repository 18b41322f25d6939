import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OpenDelivery, PreparedDelivery } from '../deliveries/index.ts';
import { fillIn, offerSurveys, surveyWords } from '../invitations/index.ts';
import { getHospital } from './broadcasts.queries.ts';
import type { Run } from './runs.queries.ts';

/**
 * Offers the survey and fills in the text of each delivery just before it is sent. Queueing a list of a million
 * therefore writes a million rows and not two million, and no link exists that was never sent.
 */
export async function prepareDeliveries(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { survey_id, subject, text }: Run,
  open: readonly OpenDelivery[],
): Promise<PreparedDelivery[]> {
  const hospital = await getHospital(tx, applicationId);
  const people = await findPeople(tx, applicationId, open);
  // A delivery that is tried again keeps its link.
  const uninvited = open.filter(({ invitation_id }) => invitation_id === null);
  const offered = await offerSurveys(
    tx,
    ctx,
    applicationId,
    uninvited.map(({ contact_id }) => ({
      way: 'broadcast',
      survey_id,
      contact_id,
      language: people.get(contact_id ?? 0)?.language ?? null,
    })),
  );
  const languages = await listInvitationLanguages(tx, applicationId, open);
  const invitations = new Map(uninvited.map(({ id }, index) => [id, offered[index]]));
  return open.map((delivery) => {
    const given_name = people.get(delivery.contact_id ?? 0)?.name.split(' ')[0] ?? '';
    const values = { given_name, hospital: hospital.title };
    const invitation = invitations.get(delivery.id);
    const language = invitation?.language ?? languages.get(delivery.invitation_id ?? 0) ?? hospital.language;
    const standard = surveyWords(language, delivery.channel, values);
    return {
      id: delivery.id,
      invitation_id: delivery.invitation_id ?? invitation?.id ?? null,
      subject: subject ? fillIn(subject, values) : standard.subject,
      text: text ? fillIn(withLink(text), values) : standard.text,
    };
  });
}

/** Appends the link where the text does not contain it. */
export const withLink = (text: string): string => (/\{\{\s*link\s*\}\}/.test(text) ? text : `${text} {{link}}`);

/** Returns the languages of the existing invitations by invitation id. */
async function listInvitationLanguages(tx: Tx, applicationId: number, open: readonly OpenDelivery[]) {
  const ids = open.map(({ invitation_id }) => invitation_id).filter((id) => id !== null);
  if (ids.length === 0) return new Map<number, string>();
  const rows = await tx
    .selectFrom('invitations')
    .select(['id', 'language'])
    .where('application_id', '=', applicationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}

async function findPeople(tx: Tx, applicationId: number, open: readonly OpenDelivery[]) {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'name', 'language'])
    .where('application_id', '=', applicationId)
    .where(
      'id',
      'in',
      open.map(({ contact_id }) => contact_id ?? 0),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
