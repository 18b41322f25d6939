import { useTranslation } from 'react-i18next';
import type { consent } from '@wardvoice/contract';
import { useTerms } from '../terms.ts';

/** Returns the words for the ways of agreeing and refusing. A way that has no word is shown as it is. */
export function useConsentWords() {
  const { t, i18n } = useTranslation('consent_ledger');
  const { word } = useTerms();
  return {
    source: (source: string): string => i18n.t(`consent_ledger:source.${source}`, { defaultValue: source }),
    change: ({ change, channel, purpose }: Pick<consent.ConsentEvent, 'change' | 'channel' | 'purpose'>): string =>
      t(`change.${change}`, { channel: word('channel', channel), purpose: t(`purpose.${purpose}`) }),
  };
}
