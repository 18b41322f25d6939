import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import { AssignPanel } from '../../ui/assign-panel.tsx';

/** The widget of a person's permissions. */
export function UserPermissions({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const current = useSession()?.current_user;
  const mayUpdate = useMay()('users.update');
  const params = { id: user.id };
  const { data } = useQuery(ask(users.listUserPermissions, { params }));
  const after = { onSuccess: () => client.invalidateQueries() };
  const add = useMutation({
    mutationFn: (id: number) => call(users.addUserPermission, { params, body: { permission: { id } } }),
    ...after,
  });
  const remove = useMutation({
    mutationFn: (permissionId: number) => call(users.removeUserPermission, { params: { ...params, permissionId } }),
    ...after,
  });
  // Nobody takes his own access away.
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
