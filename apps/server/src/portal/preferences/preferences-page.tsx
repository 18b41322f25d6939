/** @jsxRuntime automatic */
import type { ChannelPreference, ConsentPreference, Preferences } from '../../features/consent/index.ts';
import { renderPage } from '../document.tsx';
import { LanguageLinks } from '../notice-page.tsx';
import { preferencesWords } from '../texts/preferences-words.ts';
import { unsubscribeWords } from '../texts/unsubscribe-words.ts';
import { consentWords } from '../texts/consent-words.ts';
import { channelWording, purposeWording, WORDS_FIELD, wordsKey } from './shown-words.ts';

interface PreferencesPageProps {
  language: string;
  preferences: Preferences;
  /** What was just changed, as a sentence; empty when nothing was. */
  told: string;
}

/** The page that shows for each channel whether the person gets messages, with a button to change that. */
export function renderPreferences({
  language,
  preferences: { hospital, channels, consents },
  told,
}: PreferencesPageProps): string {
  const { title, text } = preferencesWords(language);
  return renderPage({
    language,
    title,
    hospital: { title: hospital },
    largeText: false,
    languages: <LanguageLinks current={language} />,
    children: (
      <>
        <h1>{title}</h1>
        {told && (
          <p className="told" role="status">
            {told}
          </p>
        )}
        <p className="lead">{text}</p>
        {channels.map((one) => (
          <Channel key={one.channel} language={language} {...one} />
        ))}
        {consents.map((one) => (
          <Purpose key={`${one.purpose}/${one.channel}`} language={language} {...one} />
        ))}
      </>
    ),
  });
}

function Channel({ language, channel, address, state, sign }: ChannelPreference & { language: string }) {
  const words = preferencesWords(language);
  const { ask, stopped } = unsubscribeWords(language)[channel];
  const heading = `${channel}_heading`;
  return (
    <form className="block" method="post" action={`?lang=${language}`} aria-labelledby={heading}>
      <h2 id={heading}>{words.channel[channel]}</h2>
      <p className="soft">
        <bdi dir="ltr">{address}</bdi>
      </p>
      <p>{state === 'others' ? words.others : words[state][channel]}</p>
      {state !== 'others' && (
        <>
          <input type="hidden" name="channel" value={channel} />
          <input type="hidden" name="sign" value={sign} />
          <input type="hidden" name={WORDS_FIELD} value={wordsKey(channelWording(language, channel, state))} />
          <button className="send" name="wanted" value={state === 'on' ? 'off' : 'on'}>
            {state === 'on' ? ask.button : stopped.button}
          </button>
        </>
      )}
    </form>
  );
}

/** Asks for the consent to one purpose over one channel, or offers to withdraw it. */
function Purpose({ language, ...asked }: ConsentPreference & { language: string }) {
  const { purpose, channel, agreed, sign } = asked;
  const words = consentWords(language);
  const heading = `${purpose}_${channel}_heading`;
  return (
    <form className="block" method="post" action={`?lang=${language}`} aria-labelledby={heading}>
      <h2 id={heading}>{words.purpose[purpose]}</h2>
      <p className="soft">{preferencesWords(language).channel[channel]}</p>
      <p>{agreed ? words.agreed : words.not_agreed}</p>
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="sign" value={sign} />
      <input type="hidden" name={WORDS_FIELD} value={wordsKey(purposeWording(language, asked))} />
      <button className="send" name="wanted" value={agreed ? 'off' : 'on'}>
        {agreed ? words.withdraw : words.agree}
      </button>
    </form>
  );
}
