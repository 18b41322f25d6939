import type { Context } from '../../platform/context.ts';
import { Conflict, Gone, NotFound, type RequestError } from '../../platform/errors.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { SurveyForm } from '../survey-content/index.ts';
import { findSurveyForm } from '../surveys/index.ts';
import { findInvitationByToken, type FoundInvitation } from './feedback.queries.ts';
import { keepMeant, type GivenAnswer } from './given-answers.ts';

export const LINK_STATES = ['open', 'unknown', 'used', 'withdrawn', 'expired'] as const;
/** Whether the survey behind a link can be answered, and why not. */
export type LinkState = (typeof LINK_STATES)[number];
export type ClosedLink = Exclude<LinkState, 'open'>;

export interface OpenedSurvey {
  state: Exclude<LinkState, 'unknown'>;
  invitation: FoundInvitation;
  survey: SurveyForm;
  /** The saved draft. */
  draft: GivenAnswer[];
}

export function linkState(
  { answered_at, withdrawn_at, expires_at }: Pick<FoundInvitation, 'answered_at' | 'withdrawn_at' | 'expires_at'>,
  { active }: Pick<SurveyForm, 'active'>,
  now: Date,
): OpenedSurvey['state'] {
  if (answered_at !== null) return 'used';
  if (withdrawn_at !== null || !active) return 'withdrawn';
  return expires_at <= now ? 'expired' : 'open';
}

/**
 * Returns the survey behind a link, in the first of these languages that it has, else in that of the invitation. It
 * changes nothing, because mail scanners open links too.
 */
export async function openSurvey(
  ctx: Context,
  token: string,
  language: string | undefined,
  /** The revision that an already open page shows. */
  revision?: number,
): Promise<OpenedSurvey | { state: 'unknown' }> {
  const invitation = await ctx.db.transaction(systemScope('credential'), (tx) =>
    findInvitationByToken(tx, hashToken(token)),
  );
  if (!invitation) return { state: 'unknown' };
  const { application_id, survey_id } = invitation;
  const survey = await ctx.db.transaction(applicationScope(application_id), (tx) =>
    findSurveyForm(tx, application_id, survey_id, [language, invitation.language], {
      revision,
      now: ctx.clock(),
    }),
  );
  if (!survey) return { state: 'unknown' };
  const draft = await readDraft(ctx, invitation, survey);
  return { state: linkState(invitation, survey, ctx.clock()), invitation, survey, draft };
}

/** Returns the saved draft without answers to questions that have been reworded since. */
async function readDraft(
  ctx: Context,
  { application_id, survey_id, draft, draft_revision }: FoundInvitation,
  survey: SurveyForm,
): Promise<GivenAnswer[]> {
  if (!draft || draft_revision === null || draft_revision === survey.revision) return draft ?? [];
  const asked = await ctx.db.transaction(applicationScope(application_id), (tx) =>
    findSurveyForm(tx, application_id, survey_id, [survey.language], { revision: draft_revision }),
  );
  return asked ? keepMeant(draft, asked, survey) : draft;
}

/** The error for the API; the portal has texts in each of its languages. */
export function linkError(state: ClosedLink): RequestError {
  switch (state) {
    case 'unknown':
      return new NotFound('This link');
    case 'used':
      return new Conflict('This survey has been answered. Thank you.');
    case 'withdrawn':
      return new Gone('This survey is no longer needed.');
    case 'expired':
      return new Gone('The time to answer this survey is over.');
  }
}
