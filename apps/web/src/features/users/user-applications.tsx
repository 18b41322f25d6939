import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSession } from '../../api/session.ts';
import type { Assignable } from '../../ui/domain/add-menu.tsx';
import { AssignPanel } from '../../ui/domain/assign-panel.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';

/** Lists a person's applications, which can be added and removed. */
export function UserApplications({ user }: { user: users.User }) {
  const { t } = useTranslation(['users', 'common']);
  const invalidate = useInvalidate();
  const current = useSession()?.current_user;
  const mayUpdate = useMay()('users.update');
  const params = { id: user.id };
  const { data } = useQuery(ask(users.listUserApplications, { params }));
  const after = {
    onSuccess: () => noticeSuccess(t('common:record.saved')),
    // Of several, some may have been stored before one was refused.
    onSettled: () => invalidate('users'),
  };
  const add = useMutation({
    mutationFn: async (ids: number[]) => {
      for (const id of ids) await call(users.addUserApplication, { params, body: { application: { id } } });
    },
    ...after,
  });
  const remove = useMutation({
    mutationFn: (applicationId: number) => call(users.removeUserApplication, { params: { ...params, applicationId } }),
    ...after,
  });
  // People cannot take their own access away.
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
