import { useTranslation } from 'react-i18next';
import { SPOKEN_KINDS, waysToSay, type SpokenWords } from './voice-commands.ts';

/** How commands are said in the language of the screens. */
export function useSpokenWords(): SpokenWords {
  const { t } = useTranslation('voice');
  return {
    phrases: SPOKEN_KINDS.map((kind) => ({ kind, ways: waysToSay(t(`phrases.${kind}`)) })),
    leads: waysToSay(t('leads')),
  };
}
