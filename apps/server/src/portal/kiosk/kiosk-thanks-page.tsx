/** @jsxRuntime automatic */
import type { SurveyForm } from '../../features/survey-content/index.ts';
import type { Hospital } from '../document.tsx';
import { kioskWords } from '../texts/kiosk-words.ts';
import { renderNotice } from '../notice-page.tsx';

const THANKED_SECONDS = 8;

/**
 * Thanks the person, and returns to the start by itself. The text is the portal's own: a survey's text may promise that somebody
 * gets in touch, and the answers of a kiosk have no name.
 */
export function renderKioskThanks({
  survey,
  hospital,
  path,
}: {
  survey: SurveyForm;
  hospital: Hospital;
  path: string;
}): string {
  const { language } = survey;
  return renderNotice({
    notice: 'thank_you',
    language,
    hospital,
    kiosk: { start: path, after: THANKED_SECONDS },
    children: (
      <a className="back" href={path}>
        {kioskWords(language).back}
      </a>
    ),
  });
}
