import { onlyRow } from '../../platform/db/only-row.ts';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { derivedToken, hashToken } from '../../platform/secrets.ts';
import { FEEDBACK_TOKEN_PURPOSE } from '../deliveries/index.ts';
import { listSurveyLanguages } from '../surveys/index.ts';
import {
  getAskingRules,
  insertOffers,
  listOfVisits,
  withdrawExpired,
  type AskingRules,
  type Offered,
  type Way,
} from './invitations.queries.ts';

/** An offer of a survey. Fields that a way of offering does not know are left out. */
export interface SurveyOffer {
  way: Way;
  survey_id: number;
  trigger_id?: number | null;
  patient_id?: number | null;
  contact_id?: number | null;
  visit_id?: number | null;
  message_id?: number | null;
  /** The list from which staff chose the person. */
  mailing_list_id?: number | null;
  kiosk_id?: number | null;
  /** The case that it follows up. */
  case_id?: number | null;
  /** The occasion of a pathway on which the survey is asked, and the patient's place in that pathway. */
  enrolment_id?: number | null;
  occasion_id?: number | null;
  /** Given where it must be known beforehand. */
  public_id?: string;
  /** The person's language, where known; the survey may not have it. */
  language?: string | null;
  /** By default the setting of the application. */
  valid_days?: number;
}

/**
 * Offers surveys, each with its own token. The token is derived from the row's public id and the current key, so it can
 * be put into a message days later although only its hash is stored. A visit is offered a survey once: an offer that is
 * open or answered is returned in place of a new one, however it was made; each occasion of a pathway has its own. Returns the offers in the
 * order given.
 */
export async function offerSurveys(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  offers: readonly SurveyOffer[],
): Promise<Offered[]> {
  if (offers.length === 0) return [];
  const now = ctx.clock();
  const rules = await getAskingRules(tx, applicationId);
  const languages = await listSurveyLanguages(tx, applicationId);
  const known = await findKnown(tx, applicationId, offers.filter(isOfVisit), now);
  const fresh = new Map<string, SurveyOffer>();
  offers.forEach((offer, index) => {
    const key = keyOf(offer, index);
    if (!known.has(key) && !fresh.has(key)) fresh.set(key, offer);
  });
  const rows = [...fresh].map(([key, offer]) => {
    const language = chooseLanguage(offer, rules, languages);
    return { ...toRow(ctx, offer, rules, now), language, key };
  });
  const inserted = new Map((await insertOffers(tx, applicationId, rows, now)).map((row) => [row.public_id, row]));
  for (const { key, public_id } of rows) {
    const made = inserted.get(public_id);
    if (made) known.set(key, made);
  }
  // Another transaction made the offer at the same time; the unique index made this one wait for it.
  const missing = [...fresh.values()].filter((offer) => isOfVisit(offer) && !known.has(keyOf(offer, 0)));
  for (const [key, offered] of await findKnown(tx, applicationId, missing, now)) known.set(key, offered);
  return offers.map((offer, index) => {
    const offered = known.get(keyOf(offer, index));
    if (!offered) throw new Error('an invitation was neither made nor found: it is being answered, try again');
    return offered;
  });
}

/** Offers one survey to one person. */
export async function offerSurvey(tx: Tx, ctx: Context, applicationId: number, offer: SurveyOffer): Promise<Offered> {
  return onlyRow(await offerSurveys(tx, ctx, applicationId, [offer]));
}

/** A survey is about the visit and asked once, unless it follows up a case or is one of several in a pathway. */
const isOfVisit = ({ visit_id, case_id, occasion_id }: SurveyOffer): boolean =>
  visit_id !== null && visit_id !== undefined && (case_id ?? null) === null && (occasion_id ?? null) === null;

const keyOf = (offer: SurveyOffer, index: number): string =>
  isOfVisit(offer) ? `visit ${offer.visit_id} survey ${offer.survey_id}` : `offer ${index}`;

async function findKnown(
  tx: Tx,
  applicationId: number,
  offers: readonly SurveyOffer[],
  now: Date,
): Promise<Map<string, Offered>> {
  if (offers.length === 0) return new Map();
  const visits = offers.map(({ survey_id, visit_id }) => ({ survey_id, visit_id: visit_id ?? 0 }));
  await withdrawExpired(tx, applicationId, visits, now);
  const rows = await listOfVisits(tx, applicationId, visits);
  return new Map(rows.map((row) => [keyOf({ way: 'hand', ...row }, 0), row]));
}

function toRow(ctx: Context, offer: SurveyOffer, { invitation_valid_days }: AskingRules, now: Date) {
  const publicId = offer.public_id ?? randomUUID();
  const tokenHash = hashToken(derivedToken(ctx.keys, FEEDBACK_TOKEN_PURPOSE, publicId));
  const validDays = offer.valid_days ?? invitation_valid_days;
  return {
    ...offer,
    public_id: publicId,
    token_hash: `\\x${tokenHash.toString('hex')}`,
    expires_at: new Date(now.getTime() + validDays * 86_400_000),
  };
}

/**
 * Returns the person's language where the survey has it, else the survey's first. Staff and users of a kiosk choose the
 * language on the page.
 */
function chooseLanguage(
  { survey_id, language }: SurveyOffer,
  rules: AskingRules,
  surveyLanguages: ReadonlyMap<number, readonly string[]>,
): string {
  const offered = surveyLanguages.get(survey_id) ?? [rules.language];
  const wanted = language ?? rules.language;
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'en');
}
