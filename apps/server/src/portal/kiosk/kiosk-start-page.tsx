/** @jsxRuntime automatic */
import { ownName } from '@wardvoice/contract';
import type { SurveyForm } from '../../features/survey-content/index.ts';
import { renderPage, type Hospital } from '../document.tsx';
import { kioskWords } from '../texts/kiosk-words.ts';
import { portalWords } from '../texts/portal-words.ts';

interface KioskStartProps {
  survey: SurveyForm;
  hospital: Hospital;
  /** Path of the kiosk's start page. */
  path: string;
  /** True when somebody chose another language than the kiosk's own: then the page returns to that language after a while. */
  isChosen: boolean;
}

const CHOSEN_SECONDS = 60;

/** The page of a tablet that waits for somebody: who asks, what about, one large button, and the languages. */
export function renderKioskStart({ survey, hospital, path, isChosen }: KioskStartProps): string {
  const { language, languages, title, introduction } = survey;
  const words = kioskWords(language);
  return renderPage({
    language,
    title,
    hospital,
    largeText: false,
    kiosk: { start: path, anew: true, after: isChosen ? CHOSEN_SECONDS : undefined },
    languages: <span />,
    children: (
      <>
        <h1>{title}</h1>
        {introduction && <p className="lead">{introduction}</p>}
        <form id="f" action={`${path}/survey`}>
          <input type="hidden" name="lang" value={language} />
          <button className="send begin">{words.begin}</button>
        </form>
        {languages.length > 1 && (
          <nav className="choices" aria-label={portalWords(language).language}>
            {languages
              .filter((one) => one !== language)
              .map((one) => (
                <a key={one} href={`${path}?lang=${one}`} lang={one} hrefLang={one} dir={portalWords(one).direction}>
                  {ownName(one)}
                </a>
              ))}
          </nav>
        )}
        <p className="soft small">{words.anonymous}</p>
        <p className="care">{portalWords(language).urgent}</p>
        <p className="staff">
          <a href="/login">{words.staff}</a>
        </p>
      </>
    ),
  });
}
