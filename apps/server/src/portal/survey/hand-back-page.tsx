/** @jsxRuntime automatic */
import type { Hospital } from '../document.tsx';
import { kioskWords } from '../texts/kiosk-words.ts';
import { renderNotice } from '../notice-page.tsx';

interface HandBackProps {
  language: string;
  hospital: Hospital;
  text: string;
  /** The address at which staff go on. */
  staff: string;
  /** Staff go on with the next person of a list. */
  hasNext: boolean;
}

/** Thanks somebody who answered on a device of the staff, and asks to give it back. The page stays until staff go on. */
export function renderHandBack({ language, hospital, text, staff, hasNext }: HandBackProps): string {
  const { hand_back, next_person, take_back } = kioskWords(language);
  return renderNotice({
    notice: 'thank_you',
    language,
    hospital,
    text,
    kiosk: { start: staff },
    children: (
      <>
        <p className="lead">{hand_back}</p>
        <a className="back" href={staff}>
          {hasNext ? next_person : take_back}
        </a>
      </>
    ),
  });
}
