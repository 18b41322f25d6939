/** @jsxRuntime automatic */
import type { KioskFrame } from './kiosk-frame.ts';
import { kioskWords } from '../texts/kiosk-words.ts';

/** Asks whether somebody is still there. The script shows it after a minute without a touch. */
export function StillThere({ frame, language }: { frame: KioskFrame; language: string }) {
  const { still_title, still_text, still_yes, start_over } = kioskWords(language);
  return (
    <dialog id="still" aria-labelledby="still_title" aria-describedby="still_text">
      <h2 id="still_title">{still_title}</h2>
      <p id="still_text">{still_text}</p>
      <button type="button" className="send" id="yes">
        {still_yes}
      </button>
      <a className="over" href={frame.start}>
        {start_over}
      </a>
    </dialog>
  );
}
