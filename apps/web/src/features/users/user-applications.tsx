import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import type { Assignable } from '../../ui/add-menu.tsx';
import { AssignPanel } from '../../ui/assign-panel.tsx';
import { confirm } from '../../ui/confirm.ts';

/** The widget of a person's applications. */
export function UserApplications({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const current = useSession()?.current_user;
  const mayUpdate = useMay()('users.update');
  const params = { id: user.id };
  const { data } = useQuery(ask(users.listUserApplications, { params }));
  const after = { onSuccess: () => client.invalidateQueries() };
  const add = useMutation({
    mutationFn: (id: number) => call(users.addUserApplication, { params, body: { application: { id } } }),
    ...after,
  });
  const remove = useMutation({
    mutationFn: (applicationId: number) => call(users.removeUserApplication, { params: { ...params, applicationId } }),
    ...after,
  });
  // Nobody takes his own access away.
  const isSelf = current?.id === user.id && current.super_user !== 1;
  async function askToRemove(one: Assignable): Promise<void> {
    const title = t('remove_application_title', { name: user.name, application: one.title });
    if (await confirm({ title, text: t('remove_application_text'), dangerous: true })) remove.mutate(one.id);
  }
  return (
    <AssignPanel
      title={t('applications')}
      assigned={data?.data}
      available={data?.available ?? []}
      addLabel={t('add_application')}
      empty={t('no_applications')}
      isBusy={add.isPending || remove.isPending}
      onAdd={mayUpdate && user.may_manage ? add.mutate : undefined}
      onRemove={
        mayUpdate && (user.may_manage || user.may_place) && !isSelf ? (one) => void askToRemove(one) : undefined
      }
    />
  );
}
