import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { ButtonLink } from '../kit/links.tsx';

/** Links to the audit of one patient, for people who may read it. */
export function WhoSawLink({ patientId }: { patientId: number | null }) {
  const { t } = useTranslation('audit');
  const may = useMay();
  if (patientId === null || !may('audit.list')) return null;
  return (
    <ButtonLink variant="default" to="/audit/index" search={{ patient_id: patientId }}>
      {t('who_saw')}
    </ButtonLink>
  );
}
