/** @jsxRuntime automatic */
import type { SurveyForm } from '../features/surveys/index.ts';
import type { Hospital } from './document.tsx';
import { kioskWords } from './kiosk-words.ts';
import { renderNotice } from './notice-page.tsx';

const THANKED_SECONDS = 8;

/**
 * Thanks, and by itself ready for the next person. In our own words: a survey's may promise that somebody gets in touch, and
 * here nobody knows with whom.
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
