import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wardDepartments } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { EmptyState } from '../../../ui/kit/state-panels.tsx';
import { PastAnswersPanel } from './past-answers-panel.tsx';
import { WardsPanel } from './wards-panel.tsx';

/** Shows which department each ward belongs to, and gives several wards a department at once. */
export function WardsPage() {
  const { t } = useTranslation('departments');
  const may = useMay();
  const query = useQuery(ask(wardDepartments.listWardDepartments, {}, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/departments/index' }];
  return (
    <Record query={query} title={t('wards.title')} path={path}>
      {(wards) => (
        <Page title={t('wards.title')} lead={t('wards.lead')} path={path}>
          {wards.length === 0 ? (
            <EmptyState icon={IconMapPin} title={t('wards.empty_title')} text={t('wards.empty_text')} />
          ) : (
            <WardsPanel wards={wards} mayUpdate={may('departments.update')} />
          )}
          {may('departments.update') && <PastAnswersPanel />}
        </Page>
      )}
    </Record>
  );
}
