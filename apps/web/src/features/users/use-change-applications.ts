import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useApplication, useSession } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';

interface Application {
  id: number;
  title: string;
}

/** Adds a person to applications, and removes them, and says what became of their account. */
export function useChangeApplications(
  user: users.User,
  data: { data: Application[]; available: Application[] } | undefined,
) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const current = useApplication();
  const isSuperuser = useSession()?.current_user.super_user === 1;
  const params = { id: user.id };
  /** Only superusers are told of other applications: an administrator of one must not learn of another. */
  const whatRemains = (others: number): string =>
    !isSuperuser
      ? t('account_remains')
      : others === 0
        ? t('account_in_none')
        : t('account_elsewhere', { count: others });
  // Of several, some may have been stored before one was refused.
  const onSettled = () => invalidate('users');
  const add = useMutation({
    mutationFn: async (ids: number[]) => {
      for (const id of ids) {
        await call(users.addUserApplication, { params, body: { application: { id } } });
        const application = data?.available.find((one) => one.id === id)?.title ?? '';
        noticeSuccess(t('application_added', { name: user.name, application }));
      }
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Application) =>
      call(users.removeUserApplication, { params: { ...params, applicationId: id } }),
    onSuccess: async (left, { id, title }) => {
      noticeSuccess(`${t('application_removed', { application: title })} ${whatRemains(left.data.length)}`);
      // Here, whoever is in the application no longer is all that one sees.
      if (id === current?.id) await navigate({ to: '/users/index' });
    },
    onSettled,
  });
  const askToRemove = async (one: Application): Promise<void> => {
    const title = t('remove_application_title', { name: user.name, application: one.title });
    const text = `${t('remove_application_text')} ${whatRemains((data?.data.length ?? 1) - 1)}`;
    if (await confirm({ title, text, dangerous: true })) remove.mutate(one);
  };
  return { add, remove, askToRemove };
}
