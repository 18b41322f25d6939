import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OpenDelivery, PreparedDelivery } from '../deliveries/index.ts';
import { invite } from '../invitations/index.ts';
import { listSurveyLanguages } from '../surveys/index.ts';
import { fillIn, surveyWords } from '../triggers/index.ts';
import { getHospital } from './broadcasts.queries.ts';
import type { Run } from './runs.queries.ts';

/**
 * An invitation and the words for each, only now that it leaves: a list of a million costs a million rows when it is
 * queued, not two, and nobody holds a link that was never sent.
 */
export async function prepareDeliveries(
  tx: Tx,
  house: Context,
  applicationId: number,
  { survey_id, subject, text }: Run,
  open: readonly OpenDelivery[],
): Promise<PreparedDelivery[]> {
  const hospital = await getHospital(tx, applicationId);
  const languages = (await listSurveyLanguages(tx, applicationId)).get(survey_id) ?? [hospital.language];
  const people = await findPeople(tx, applicationId, open);
  const languageOf = ({ contact_id }: OpenDelivery): string => {
    const wanted = people.get(contact_id ?? 0)?.language ?? hospital.language;
    return languages.includes(wanted) ? wanted : (languages[0] ?? 'en');
  };
  // Tried a second time, it goes by the same link.
  const uninvited = open.filter(({ invitation_id }) => invitation_id === null);
  const invited = await invite(
    tx,
    house.secretKey,
    { applicationId, validDays: hospital.invitation_valid_days, now: house.clock() },
    uninvited.map((delivery) => ({
      survey_id,
      trigger_id: null,
      patient_id: null,
      contact_id: delivery.contact_id,
      visit_id: null,
      message_id: null,
      language: languageOf(delivery),
    })),
  );
  const invitationIds = new Map(uninvited.map(({ id }, index) => [id, invited[index] as number]));
  return open.map((delivery) => {
    const given_name = people.get(delivery.contact_id ?? 0)?.name.split(' ')[0] ?? '';
    const values = { given_name, hospital: hospital.title };
    const standard = surveyWords(languageOf(delivery), delivery.channel, values);
    return {
      id: delivery.id,
      invitation_id: delivery.invitation_id ?? invitationIds.get(delivery.id) ?? null,
      subject: subject ? fillIn(subject, values) : standard.subject,
      text: text ? fillIn(withLink(text), values) : standard.text,
    };
  });
}

/** A link must not get lost because somebody forgot to write it down. */
export const withLink = (text: string): string => (/\{\{\s*link\s*\}\}/.test(text) ? text : `${text} {{link}}`);

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
