import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { RoleForm } from './role-form.tsx';

export function RoleCreatePage() {
  const { t } = useTranslation('roles');
  const { from } = useSearch({ from: '/shell/roles/create' });
  const path = [{ label: t('title'), to: '/roles/index' }];
  if (from !== undefined) return <CopyPage from={from} path={path} />;
  return (
    <Page title={t('create_title')} path={path}>
      <RoleForm />
    </Page>
  );
}

function CopyPage({ from, path }: { from: number; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('roles');
  const query = useQuery(ask(roles.getRole, { params: { id: from } }, { failureIsShown: true }));
  return (
    <Record query={query} title={t('create_title')} path={path}>
      {(role) => (
        <Page title={t('create_title')} path={path} lead={t('copy_lead', { name: inOwnWords(role.name) })}>
          <RoleForm from={{ ...role, description: inOwnWords(role.description) }} />
        </Page>
      )}
    </Record>
  );
}
