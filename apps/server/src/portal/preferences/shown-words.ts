import { createHash } from 'node:crypto';
import type { ConsentPreference, Wording } from '../../features/consent/index.ts';
import { consentWords } from '../texts/consent-words.ts';
import { preferencesWords } from '../texts/preferences-words.ts';
import { unsubscribeWords } from '../texts/unsubscribe-words.ts';
import type { FormBody } from '../read-form.ts';

type Channel = 'email' | 'sms';

/** The words of the page of one link, as they are shown before its button is pressed. */
export function unsubscribeWording(language: string, channel: Channel, isOut: boolean): Wording {
  const { title, text, button } = unsubscribeWords(language)[channel][isOut ? 'stopped' : 'ask'];
  return { language, text: [title, text, button].join('\n') };
}

/** The words of the page of preferences about one channel, as they are shown before its button is pressed. */
export function channelWording(language: string, channel: Channel, state: 'on' | 'off'): Wording {
  const words = preferencesWords(language);
  const { ask, stopped } = unsubscribeWords(language)[channel];
  const button = state === 'on' ? ask.button : stopped.button;
  return {
    language,
    text: [words.title, words.text, words.channel[channel], words[state][channel], button].join('\n'),
  };
}

/** The words of the page of preferences about one purpose, as they are shown before its button is pressed. */
export function purposeWording(
  language: string,
  { purpose, channel, agreed }: Pick<ConsentPreference, 'purpose' | 'channel' | 'agreed'>,
): Wording {
  const words = consentWords(language);
  const { title, text, channel: channels } = preferencesWords(language);
  const lines = agreed ? [words.agreed, words.withdraw] : [words.not_agreed, words.agree];
  return { language, text: [title, text, channels[channel], words.purpose[purpose], ...lines].join('\n') };
}

/** The hidden field of a form that names the words around it. */
export const WORDS_FIELD = 'words';

export const wordsKey = ({ language, text }: Wording): string =>
  createHash('sha256').update(`${language}\n${text}`).digest('base64url').slice(0, 22);

/**
 * Returns the words that the form was sent from; null when the form names others, because the page was open during an
 * update, or none. What the person wants is done all the same.
 */
export const readShownWords = (body: FormBody, wording: Wording): Wording | null =>
  body?.[WORDS_FIELD] === wordsKey(wording) ? wording : null;
