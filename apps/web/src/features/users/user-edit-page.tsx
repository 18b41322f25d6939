import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { UserForm } from './user-form.tsx';

export function UserEditPage() {
  const { t } = useTranslation('users');
  const { id } = useParams({ from: '/shell/users/$id/edit' });
  const query = useQuery(ask(users.getUser, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/users/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(user) => (
        <Page title={t('edit_title')} path={[...path, { label: user.name, to: `/users/${id}` }]}>
          <UserForm key={user.version} user={user} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
