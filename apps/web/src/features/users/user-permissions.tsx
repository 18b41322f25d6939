import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSession } from '../../api/session.ts';
import { AssignPanel } from '../../ui/domain/assign-panel.tsx';

/** Lists a person's permissions, which can be granted and taken away. */
export function UserPermissions({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const current = useSession()?.current_user;
  const mayUpdate = useMay()('users.update');
  const params = { id: user.id };
  const { data } = useQuery(ask(users.listUserPermissions, { params }));
  const after = { onSuccess: () => invalidate('users', 'permissions') };
  const add = useMutation({
    mutationFn: (id: number) => call(users.addUserPermission, { params, body: { permission: { id } } }),
    ...after,
  });
  const remove = useMutation({
    mutationFn: (permissionId: number) => call(users.removeUserPermission, { params: { ...params, permissionId } }),
    ...after,
  });
  // People cannot take their own access away.
  const isSelf = current?.id === user.id && current.super_user !== 1;
  const titled = (list: readonly { id: number; name: string }[] | undefined) =>
    list?.map(({ id, name }) => ({ id, title: name }));
  return (
    <AssignPanel
      title={t('permissions')}
      assigned={titled(data?.data)}
      available={titled(data?.available) ?? []}
      addLabel={t('add_permission')}
      empty={user.super_user === 1 ? t('super_user_permissions') : t('no_permissions')}
      isBusy={add.isPending || remove.isPending}
      onAdd={mayUpdate && user.may_manage ? add.mutate : undefined}
      onRemove={mayUpdate && user.may_manage && !isSelf ? ({ id }) => remove.mutate(id) : undefined}
    />
  );
}
