import { useTranslation } from 'react-i18next';

interface Named {
  given_name: string | null;
  family_name: string | null;
}

/** Returns the words for codes in the data. A code that has no word is shown as it is. */
export function useTerms() {
  const { t, i18n } = useTranslation(['terms', 'common']);
  const word = (
    group: 'event' | 'reason' | 'patient_class' | 'delivery_state' | 'case_state' | 'case_step' | 'channel',
    code: string,
  ): string => {
    // The data may have free text in place of a code.
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
    /** Writes "Quill, Dara": the family name comes first, because wards sort by it. */
    patientName: ({ given_name, family_name }: Named): string =>
      [family_name, given_name].filter(Boolean).join(', ') || t('common:unknown_patient'),
    languageName: (code: string): string => {
      try {
        return new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code;
      } catch {
        // It is no language tag, but something that the sender made up.
        return code;
      }
    },
  };
}
