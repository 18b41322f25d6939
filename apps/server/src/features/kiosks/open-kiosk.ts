import type { Context } from '../../platform/context.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { SurveyForm } from '../survey-content/index.ts';
import { findSurveyForm } from '../surveys/index.ts';
import { findKiosk, type FoundKiosk } from './kiosks.queries.ts';

/** `paused`: its survey is switched off, and may be switched on again. */
export type KioskState = 'open' | 'ended' | 'expired' | 'paused';

export interface OpenedKiosk {
  state: KioskState;
  kiosk: FoundKiosk;
  survey: SurveyForm;
}

/**
 * Returns the survey of a kiosk in the language asked for. With a wrong secret the reply is the same as for a kiosk
 * that does not exist.
 */
export async function openKiosk(
  ctx: Context,
  id: number,
  secret: string | undefined,
  { language, revision }: { language?: string | undefined; revision?: number | undefined },
): Promise<OpenedKiosk | null> {
  if (!secret) return null;
  const kiosk = await ctx.db.transaction(systemScope('credential'), (tx) => findKiosk(tx, id, hashToken(secret)));
  if (!kiosk) return null;
  const { application_id, survey_id } = kiosk;
  const survey = await ctx.db.transaction(applicationScope(application_id), (tx) =>
    findSurveyForm(tx, application_id, survey_id, [language], { revision, now: ctx.clock() }),
  );
  if (!survey) return null;
  return { state: stateOf(kiosk, survey, ctx.clock()), kiosk, survey };
}

function stateOf({ is_ended, expires_at }: FoundKiosk, { active }: SurveyForm, now: Date): KioskState {
  if (is_ended) return 'ended';
  if (expires_at <= now) return 'expired';
  return active ? 'open' : 'paused';
}
