/** @jsxRuntime automatic */
import { feedback, ownName } from '@wardvoice/contract';
import type { ReactNode } from 'react';
import { renderPage, type Hospital } from './document.tsx';
import type { Notice } from './texts/portal-texts.ts';
import { portalWords, type PortalWords } from './texts/portal-words.ts';
import type { KioskFrame } from './kiosk/kiosk-frame.ts';

export type NoticeName = {
  [Name in keyof PortalWords]: PortalWords[Name] extends { title: string } ? Name : never;
}[keyof PortalWords];

interface NoticeProps {
  /** The name of a notice, or its texts. */
  notice: NoticeName | Notice;
  language: string;
  hospital: Hospital | null;
  /** A text of the survey, in place of the portal's own. */
  text?: string;
  kiosk?: KioskFrame;
  /** What is shown below the text. */
  children?: ReactNode;
}

/** A page with one message, which also says what to do. */
export function renderNotice({ notice, language, hospital, text, kiosk, children }: NoticeProps): string {
  const words = portalWords(language);
  const { title, text: standard } = typeof notice === 'string' ? words[notice] : notice;
  return renderPage({
    language,
    title,
    hospital,
    largeText: false,
    kiosk,
    // On a kiosk the language is chosen on its start page.
    languages: kiosk ? <span /> : <LanguageLinks current={language} />,
    children: (
      <>
        <h1 className={notice === 'thank_you' ? 'done' : undefined}>{title}</h1>
        <p className="lead">{text || standard}</p>
        <p className="care">{words.urgent}</p>
        {children}
      </>
    ),
  });
}

/** Links to the same page in the portal's other languages. */
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
