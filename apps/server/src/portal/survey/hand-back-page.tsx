/** @jsxRuntime automatic */
import type { Hospital } from '../document.tsx';
import { kioskWords } from '../texts/kiosk-words.ts';
import { renderNotice } from '../notice-page.tsx';

const THANKED_SECONDS = 8;

interface HandBackProps {
  language: string;
  hospital: Hospital;
  text: string;
  /** The mailing list on which staff continue with the next person. */
  listId: number;
}

/** Thanks somebody who answered on a device of the staff, and asks to hand it back. */
export function renderHandBack({ language, hospital, text, listId }: HandBackProps): string {
  const { hand_back, next_person } = kioskWords(language);
  const start = `/mailingList/${listId}/feedback`;
  return renderNotice({
    notice: 'thank_you',
    language,
    hospital,
    text,
    kiosk: { start, after: THANKED_SECONDS },
    children: (
      <>
        <p className="lead">{hand_back}</p>
        <a className="back" href={start}>
          {next_person}
        </a>
      </>
    ),
  });
}
