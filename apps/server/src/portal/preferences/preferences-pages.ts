import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  readPreferences,
  switchChannel,
  type PreferenceWish,
  type Preferences,
  type Wording,
} from '../../features/consent/index.ts';
import type { Context } from '../../platform/context.ts';
import { HIDDEN, html, languageOf, POSTS } from '../page-reply.ts';
import { renderPreferences } from './preferences-page.tsx';
import { preferencesWords } from '../texts/preferences-words.ts';
import { readPreferenceWish, type FormBody } from '../read-form.ts';
import { consentWords } from '../texts/consent-words.ts';
import { channelWording, purposeWording, readShownWords } from './shown-words.ts';

interface PreferencesRoute {
  Params: { token: string };
  Querystring: FormBody;
  Body: FormBody;
}
type PreferencesRequest = FastifyRequest<PreferencesRoute>;

/** The page with both channels; the link of a message on either channel opens it. */
export function preferencesPages(pages: FastifyInstance, ctx: Context): void {
  const path = '/unsubscribe/:token/preferences';
  pages.get<PreferencesRoute>(path, { schema: HIDDEN }, (request, reply) => show(ctx, request, reply));
  pages.post<PreferencesRoute>(path, { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
    change(ctx, request, reply),
  );
}

async function show(ctx: Context, request: PreferencesRequest, reply: FastifyReply): Promise<FastifyReply> {
  const preferences = await readPreferences(ctx, request.params.token);
  const language = languageOf(request, preferences.language ?? undefined);
  return html(
    reply,
    200,
    renderPreferences({ language, preferences, told: doneMessage(request, language, preferences) }),
  );
}

/** Switches a channel, then redirects to the page, so that reloading the page does not switch again. */
async function change(ctx: Context, request: PreferencesRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  const wish = readPreferenceWish(request.body);
  const before = await readPreferences(ctx, token);
  const language = languageOf(request, before.language ?? undefined);
  const shown = wish && readShownWords(request.body, wordingOf(language, wish));
  // A consent counts only in the words that were read. Whatever ends messages is obeyed all the same.
  const isUnread = wish !== null && wish.purpose !== null && wish.wanted && shown === null;
  const done = wish !== null && !isUnread && (await switchChannel(ctx, token, { ...wish, shown }));
  if (!done) {
    const told = isUnread ? consentWords(language).changed : preferencesWords(language).changed;
    return html(reply, 409, renderPreferences({ language, preferences: await readPreferences(ctx, token), told }));
  }
  const search = new URLSearchParams({ lang: language, done: [wish.channel, wish.purpose ?? []].flat().join('-') });
  return reply.redirect(`/unsubscribe/${encodeURIComponent(token)}/preferences?${search.toString()}`, 303);
}

const wordingOf = (
  language: string,
  { channel, purpose, wanted }: Pick<PreferenceWish, 'channel' | 'purpose' | 'wanted'>,
): Wording =>
  purpose === null
    ? channelWording(language, channel, wanted ? 'off' : 'on')
    : purposeWording(language, { purpose, channel, agreed: !wanted });

/** Returns what was just changed as a sentence. The address alone is not believed: the sentence says what is stored now. */
function doneMessage(request: PreferencesRequest, language: string, { channels, consents }: Preferences): string {
  const done = request.query?.['done'];
  const decided = consents.find(({ channel, purpose }) => `${channel}-${purpose}` === done);
  if (decided) return consentWords(language)[decided.agreed ? 'agreed' : 'not_agreed'];
  const changed = channels.find(({ channel }) => channel === done);
  const words = preferencesWords(language);
  if (changed?.state === 'on') return words.now_on[changed.channel];
  return changed?.state === 'off' ? words.now_off[changed.channel] : '';
}
