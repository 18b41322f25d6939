/** @jsxRuntime automatic */
import { renderPage } from '../document.tsx';
import { LanguageLinks } from '../notice-page.tsx';
import { preferencesWords } from '../texts/preferences-words.ts';
import { unsubscribeWords } from '../texts/unsubscribe-words.ts';
import { unsubscribeWording, WORDS_FIELD, wordsKey } from './shown-words.ts';

interface UnsubscribePageProps {
  language: string;
  hospital: string;
  channel: 'email' | 'sms';
  /** The address, shortened, so that a forwarded message does not reveal it. */
  address: string;
  isOut: boolean;
  /** Path of the page with both channels. */
  preferences: string;
}

/** The page asks whether to stop the messages, or says that they have stopped and how to get them again. */
export function renderUnsubscribe({
  language,
  hospital,
  channel,
  address,
  isOut,
  preferences,
}: UnsubscribePageProps): string {
  const words = unsubscribeWords(language)[channel];
  const { title, text, button } = isOut ? words.stopped : words.ask;
  return renderPage({
    language,
    title,
    hospital: { title: hospital },
    largeText: false,
    languages: <LanguageLinks current={language} />,
    children: (
      <form method="post" action={`?lang=${language}${isOut ? '&undo=1' : ''}`}>
        <h1 className={isOut ? 'done' : undefined}>{title}</h1>
        <p className="lead">{text}</p>
        <p>
          <bdi dir="ltr">{address}</bdi>
        </p>
        <input type="hidden" name={WORDS_FIELD} value={wordsKey(unsubscribeWording(language, channel, isOut))} />
        <button className="send">{button}</button>
        <p className="end">
          <a className="more" href={preferences}>
            {preferencesWords(language).choose}
          </a>
        </p>
      </form>
    ),
  });
}
