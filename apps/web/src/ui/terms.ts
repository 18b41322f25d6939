import { useTranslation } from 'react-i18next';

interface Named {
  given_name: string | null;
  family_name: string | null;
}

/** Words for what the data names by a code. A code without a word of ours is shown as it is. */
export function useTerms() {
  const { t, i18n } = useTranslation(['terms', 'common']);
  const word = (
    group: 'event' | 'reason' | 'patient_class' | 'delivery_state' | 'case_state' | 'case_step' | 'channel',
    code: string,
  ): string => {
    // Free text may stand where a code could.
    return /^\w+$/.test(code) ? i18n.t(`terms:${group}.${code}`, { defaultValue: code }) : code;
  };
  return {
    word,
    eventName: (event: string | null): string => {
      if (event === null) return t('event.unknown');
      return i18n.t(`terms:event.${event}`, { defaultValue: t('event.other') });
    },
    patientClass: (code: string | null): string | null => (code ? word('patient_class', code) : null),
    sex: (code: string | null): string | null => {
      return code ? i18n.t(`common:sex.${code}`, { defaultValue: code }) : null;
    },
    /** "Quill, Dara": the family name first, as wards sort. */
    patientName: ({ given_name, family_name }: Named): string =>
      [family_name, given_name].filter(Boolean).join(', ') || t('common:unknown_patient'),
    languageName: (code: string): string => {
      try {
        return new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code;
      } catch {
        // Not a language tag; the sender wrote something of its own.
        return code;
      }
    },
  };
}
