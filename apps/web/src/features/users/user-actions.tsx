import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users, staffAccounts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSession } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';

/** Offers what the signed-in person may do with this user. */
export function UserActions({ user }: { user: users.User }) {
  const { t } = useTranslation(['users', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const isSelf = useSession()?.current_user.id === user.id;
  const params = { id: String(user.id) };
  const mayUpdate = may('users.update');
  return (
    <>
      {mayUpdate && (user.may_manage || user.may_place) && (
        <ButtonLink variant="default" to="/users/$id/edit" params={params}>
          {t('common:record.edit')}
        </ButtonLink>
      )}
      {mayUpdate && user.may_manage && (
        <ButtonLink variant="default" to="/users/$id/reset-password" params={params}>
          {t('reset_password')}
        </ButtonLink>
      )}
      {mayUpdate && user.may_manage && !isSelf && <ActiveButton user={user} />}
      {mayUpdate && user.may_manage && !isSelf && <SignOutButton user={user} />}
      {mayUpdate && user.may_manage && user.single_sign_on_since !== null && <RemoveIdentityButton user={user} />}
      {mayUpdate && user.may_manage && user.has_two_step && !isSelf && <ResetTwoStepButton user={user} />}
      {may('users.delete') && user.may_manage && !isSelf && (
        <DeleteButton
          what={t('what')}
          id={user.id}
          consequence={t('delete_text')}
          remove={() => call(users.deleteUser, { params: { id: user.id } })}
          changes={['users', 'departments']}
          onDeleted={() => void navigate({ to: '/users/index' })}
        />
      )}
    </>
  );
}

function RemoveIdentityButton({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const { id, name } = user;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(staffAccounts.removeIdentity, { params: { id } }),
    onSuccess: async () => {
      noticeSuccess(t('remove_identity_done', { name }));
      await invalidate('users');
    },
  });
  const ask = async () => {
    if (await confirm({ title: t('remove_identity_title', { name }), text: t('remove_identity_text') })) mutate();
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void ask()}>
      {t('remove_identity')}
    </Button>
  );
}

function ResetTwoStepButton({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const { id, name } = user;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(staffAccounts.resetTwoStep, { params: { id } }),
    onSuccess: async () => {
      noticeSuccess(t('reset_two_step_done', { name }));
      await invalidate('users');
    },
  });
  const ask = async () => {
    if (await confirm({ title: t('reset_two_step_title', { name }), text: t('reset_two_step_text') })) mutate();
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void ask()}>
      {t('reset_two_step')}
    </Button>
  );
}

function SignOutButton({ user: { id, name } }: { user: users.User }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(staffAccounts.endSessionsOf, { params: { id } }),
    onSuccess: async ({ data }) => {
      noticeSuccess(data.ended > 0 ? t('sign_out_done', { name }) : t('sign_out_nowhere', { name }));
      await invalidate('users');
    },
  });
  const ask = async () => {
    if (await confirm({ title: t('sign_out_title', { name }), text: t('sign_out_text') })) mutate();
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void ask()}>
      {t('sign_out')}
    </Button>
  );
}

function ActiveButton({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const isActive = user.deactivated_at === null;
  const { name } = user;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(users.updateUser, {
        params: { id: user.id },
        body: { user: { active: isActive ? 0 : 1, version: user.version } },
      }),
    onSuccess: async () => {
      noticeSuccess(isActive ? t('deactivated_done', { name }) : t('reactivated_done', { name }));
      await invalidate('users');
    },
  });
  const ask = async () => {
    const isSure = !isActive || (await confirm({ title: t('deactivate_title', { name }), text: t('deactivate_text') }));
    if (isSure) mutate();
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void ask()}>
      {isActive ? t('deactivate') : t('reactivate')}
    </Button>
  );
}
