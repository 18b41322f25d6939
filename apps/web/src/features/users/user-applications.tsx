import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { AssignPanel } from '../../ui/domain/assign-panel.tsx';
import { useChangeApplications } from './use-change-applications.ts';
import { UserSeats } from './user-seats.tsx';

/** Lists a person's applications, which can be added and removed; superusers see role and wards in each. */
export function UserApplications({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const current = useSession()?.current_user;
  const mayUpdate = useMay()('users.update');
  const { data } = useQuery(ask(users.listUserApplications, { params: { id: user.id } }));
  const { add, remove, askToRemove } = useChangeApplications(user, data);
  if (current?.super_user === 1)
    return (
      <UserSeats
        user={user}
        applications={data}
        isBusy={add.isPending || remove.isPending}
        onAdd={add.mutate}
        onRemove={(one) => void askToRemove(one)}
      />
    );
  // People cannot take their own access away.
  const isSelf = current?.id === user.id;
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
