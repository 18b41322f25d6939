import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountInvitations } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { NewcomerRows } from './newcomer-rows.tsx';
import { listed, named } from '../../ui/kit/formats.ts';

type Invitation = accountInvitations.AccountInvitation;

/** Lists people who were invited and have not accepted yet. Shows nothing while there is none. */
export function OpenInvitations() {
  const { t } = useTranslation('users');
  const query = useQuery(
    ask(accountInvitations.listAccountInvitations, { query: { paginate: '0' } }, { failureIsShown: true }),
  );
  if (query.isError && !query.data)
    return (
      <Panel title={t('invited.title')}>
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      </Panel>
    );
  const people = query.data?.data ?? [];
  if (people.length === 0) return null;
  return (
    <NewcomerRows
      title={t('invited.title')}
      people={people}
      about={(invitation) => <About invitation={invitation} />}
      actions={(invitation) => <Actions invitation={invitation} />}
    />
  );
}

function About({
  invitation: { invited_by, expires_at, is_expired, locations, role_name, super_user },
}: {
  invitation: Invitation;
}) {
  const { t } = useTranslation('users');
  return (
    <>
      {t('invited.by', { name: invited_by })} · {t(is_expired ? 'invited.expired' : 'invited.expires')}{' '}
      <RelativeTime at={expires_at} />
      {role_name && ` · ${inOwnWords(role_name)}`}
      {locations.length > 0 && ` · ${named(t('locations'), listed(locations))}`}
      {super_user === 1 && ` · ${t('super_user')}`}
    </>
  );
}

function Actions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const { name, email } = invitation;
  const params = { id: invitation.id };
  // Where the person has accepted meanwhile, the list is shown without the invitation.
  const after = { onSettled: () => invalidate('users', 'account_emails') };
  const send = useMutation({
    mutationFn: () => call(accountInvitations.sendAccountInvitation, { params }),
    onSuccess: () => noticeSuccess(t('invited.sent', { email })),
    ...after,
  });
  const withdraw = useMutation({
    mutationFn: () => call(accountInvitations.withdrawAccountInvitation, { params }),
    onSuccess: () => noticeSuccess(t('invited.withdrawn', { name })),
    ...after,
  });
  const isBusy = send.isPending || withdraw.isPending;
  async function askToWithdraw(): Promise<void> {
    const question = { title: t('invited.withdraw_title', { name }), text: t('invited.withdraw_text') };
    if (await confirm(question)) withdraw.mutate();
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={send.isPending}
        disabled={isBusy}
        aria-label={t('invited.send_label', { name })}
        onClick={() => send.mutate()}
      >
        {t('invited.send')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={withdraw.isPending}
        disabled={isBusy}
        aria-label={t('invited.withdraw_label', { name })}
        onClick={() => void askToWithdraw()}
      >
        {t('invited.withdraw')}
      </Button>
    </>
  );
}
