/** @jsxRuntime automatic */
import { feedback } from '@wardvoice/contract';
import { renderPage, type Hospital } from './document.tsx';
import { ownName, portalWords, type PortalWords } from './portal-words.ts';

export type NoticeName = {
  [Name in keyof PortalWords]: PortalWords[Name] extends { title: string } ? Name : never;
}[keyof PortalWords];

interface NoticeProps {
  notice: NoticeName;
  language: string;
  hospital: Hospital | null;
  /** The survey's own words, in place of ours. */
  text?: string;
}

/** A page that says one thing, and what to do. */
export function renderNotice({ notice, language, hospital, text }: NoticeProps): string {
  const words = portalWords(language);
  const { title, text: standard } = words[notice];
  return renderPage({
    language,
    title,
    hospital,
    largeText: false,
    languages: <LanguageLinks current={language} />,
    children: (
      <>
        <h1 className={notice === 'thank_you' ? 'done' : undefined}>{title}</h1>
        <p className="lead">{text || standard}</p>
        <p className="care">{words.urgent}</p>
      </>
    ),
  });
}

/** The same page in the portal's other languages. */
export function LanguageLinks({ current }: { current: string }) {
  return (
    <nav aria-label={portalWords(current).language}>
      {feedback.PORTAL_LANGUAGES.map((language) =>
        language === current ? (
          <b key={language} aria-current="true" lang={language}>
            {ownName(language)}
          </b>
        ) : (
          <a key={language} href={`?lang=${language}`} lang={language} hrefLang={language}>
            {ownName(language)}
          </a>
        ),
      )}
    </nav>
  );
}
