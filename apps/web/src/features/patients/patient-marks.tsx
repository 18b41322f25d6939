import { IconHeartOff, IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { patients } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';

/** Shows what keeps a patient from being written to. */
export function PatientMarks({
  patient,
}: {
  patient: Pick<patients.PatientSummary, 'deceased' | 'identity_in_doubt'>;
}) {
  const { t } = useTranslation('patients');
  return (
    <>
      {patient.deceased && (
        <StatusBadge badge={{ hue: 'quiet', icon: IconHeartOff }} soft>
          {t('deceased')}
        </StatusBadge>
      )}
      {patient.identity_in_doubt && (
        <StatusBadge badge={{ hue: 'warn', icon: IconUserQuestion }} soft>
          {t('in_doubt')}
        </StatusBadge>
      )}
    </>
  );
}
