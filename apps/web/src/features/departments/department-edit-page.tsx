import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { DepartmentForm } from './department-form.tsx';

export function DepartmentEditPage() {
  const { t } = useTranslation('departments');
  const { id } = useParams({ from: '/shell/departments/$id/edit' });
  const query = useQuery(ask(departments.getDepartment, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/departments/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(department) => (
        <Page title={t('edit_title')} path={[...path, { label: department.title, to: `/departments/${id}` }]}>
          <DepartmentForm key={department.version} department={department} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
