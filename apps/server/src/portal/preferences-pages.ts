import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPreferences, switchChannel, type Preferences } from '../features/consent/index.ts';
import type { Context } from '../platform/context.ts';
import { HIDDEN, html, languageOf, POSTS } from './page-reply.ts';
import { renderPreferences } from './preferences-page.tsx';
import { preferencesWords } from './preferences-words.ts';
import { readPreferenceWish, type FormBody } from './read-form.ts';

interface PreferencesRoute {
  Params: { token: string };
  Querystring: FormBody;
  Body: FormBody;
}
type PreferencesRequest = FastifyRequest<PreferencesRoute>;

/** Both channels on one page, behind the link of a message on either. */
export function preferencesPages(pages: FastifyInstance, house: Context): void {
  const path = '/unsubscribe/:token/preferences';
  pages.get<PreferencesRoute>(path, { schema: HIDDEN }, (request, reply) => show(house, request, reply));
  pages.post<PreferencesRoute>(path, { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
    change(house, request, reply),
  );
}

async function show(house: Context, request: PreferencesRequest, reply: FastifyReply): Promise<FastifyReply> {
  const preferences = await readPreferences(house, request.params.token);
  const language = languageOf(request, preferences.language ?? undefined);
  return html(reply, 200, renderPreferences({ language, preferences, told: tellDone(request, language, preferences) }));
}

/** Leads back to the page, so that reloading it switches nothing. */
async function change(house: Context, request: PreferencesRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  const wish = readPreferenceWish(request.body);
  const done = wish !== null && (await switchChannel(house, token, wish));
  const preferences = await readPreferences(house, token);
  const language = languageOf(request, preferences.language ?? undefined);
  if (!done) {
    const told = preferencesWords(language).changed;
    return html(reply, 409, renderPreferences({ language, preferences, told }));
  }
  const search = new URLSearchParams({ lang: language, done: wish.channel });
  return reply.redirect(`/unsubscribe/${encodeURIComponent(token)}/preferences?${search.toString()}`, 303);
}

/** In words, and only what holds. */
function tellDone(request: PreferencesRequest, language: string, { channels }: Preferences): string {
  const changed = channels.find(({ channel }) => channel === request.query?.['done']);
  const words = preferencesWords(language);
  if (changed?.state === 'on') return words.now_on[changed.channel];
  return changed?.state === 'off' ? words.now_off[changed.channel] : '';
}
