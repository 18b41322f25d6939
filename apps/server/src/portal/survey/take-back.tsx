/** @jsxRuntime automatic */
import { kioskWords } from '../texts/kiosk-words.ts';

/** Leads staff who have their device back to where they were. Their session is locked until they unlock it there. */
export function TakeBack({ address, language }: { address: string; language: string }) {
  return (
    <p className="staff">
      <a href={address}>{kioskWords(language).take_back}</a>
    </p>
  );
}
