import { IconHeartOff, IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { patients } from '@wardvoice/contract';
import { Mark } from '../../ui/mark.tsx';

/** What keeps a patient from being written to. */
export function PatientMarks({
  patient,
}: {
  patient: Pick<patients.PatientSummary, 'deceased' | 'identity_in_doubt'>;
}) {
  const { t } = useTranslation('patients');
  return (
    <>
      {patient.deceased && (
        <Mark look={{ hue: 'quiet', icon: IconHeartOff }} soft>
          {t('deceased')}
        </Mark>
      )}
      {patient.identity_in_doubt && (
        <Mark look={{ hue: 'warn', icon: IconUserQuestion }} soft>
          {t('in_doubt')}
        </Mark>
      )}
    </>
  );
}
