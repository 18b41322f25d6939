import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useApplication, useMay, useSession } from '../../api/session.ts';
import { AssignPanel } from '../../ui/domain/assign-panel.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';

/**
 * Lists the permissions that a person has beside those of their role, which can be granted and taken away. Without an
 * application they are those in every application of the person.
 */
export function UserPermissions({ user }: { user: users.User }) {
  const { t } = useTranslation(['users', 'common']);
  const invalidate = useInvalidate();
  const current = useSession()?.current_user;
  const application = useApplication();
  const mayUpdate = useMay()('users.update');
  const params = { id: user.id };
  const { data } = useQuery(ask(users.listUserPermissions, { params }));
  const after = {
    onSuccess: () => noticeSuccess(t('common:record.saved')),
    // Of several, some may have been stored before one was refused.
    onSettled: () => invalidate('users', 'permissions'),
  };
  const add = useMutation({
    mutationFn: async (ids: number[]) => {
      for (const id of ids) await call(users.addUserPermission, { params, body: { permission: { id } } });
    },
    ...after,
  });
  const remove = useMutation({
    mutationFn: (permissionId: number) => call(users.removeUserPermission, { params: { ...params, permissionId } }),
    ...after,
  });
  // People cannot take their own access away.
  const isSelf = current?.id === user.id && current.super_user !== 1;
  const isChangeable = mayUpdate && (user.may_manage || user.may_place);
  const assigned = data?.data.map(({ id, name, everywhere }) => ({
    id,
    title: name,
    ...(everywhere && application ? { remark: t('everywhere'), isFixed: true } : {}),
  }));
  const role = user.application_user?.role;
  const without = role ? t('no_further_permissions', { role: inOwnWords(role.name) }) : t('no_permissions');
  const empty = user.super_user === 1 ? t('super_user_permissions') : without;
  return (
    <AssignPanel
      title={application ? t(role ? 'further_permissions' : 'permissions') : t('permissions_everywhere')}
      assigned={assigned}
      available={data?.available.map(({ id, name }) => ({ id, title: name })) ?? []}
      addLabel={t('add_permission')}
      empty={empty}
      isBusy={add.isPending || remove.isPending}
      onAdd={isChangeable ? add.mutate : undefined}
      onRemove={isChangeable && !isSelf ? ({ id }) => remove.mutate(id) : undefined}
    />
  );
}
