/** @jsxRuntime automatic */
import { feedback } from '@wardvoice/contract';
import type { ReactNode } from 'react';
import { renderPage, type Hospital } from './document.tsx';
import type { Notice } from './portal-texts.ts';
import { ownName, portalWords, type PortalWords } from './portal-words.ts';
import type { KioskFrame } from './kiosk-frame.ts';

export type NoticeName = {
  [Name in keyof PortalWords]: PortalWords[Name] extends { title: string } ? Name : never;
}[keyof PortalWords];

interface NoticeProps {
  /** By name, or in words of its own. */
  notice: NoticeName | Notice;
  language: string;
  hospital: Hospital | null;
  /** The survey's own words, in place of ours. */
  text?: string;
  kiosk?: KioskFrame;
  /** Below the text. */
  children?: ReactNode;
}

/** A page that says one thing, and what to do. */
export function renderNotice({ notice, language, hospital, text, kiosk, children }: NoticeProps): string {
  const words = portalWords(language);
  const { title, text: standard } = typeof notice === 'string' ? words[notice] : notice;
  return renderPage({
    language,
    title,
    hospital,
    largeText: false,
    kiosk,
    // A kiosk goes on in the language of its start page.
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
