import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { registrations } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useApplication } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { NewcomerRows } from './newcomer-rows.tsx';

type Person = registrations.Registration;

/** Lists people who registered and wait for access. Shows nothing while nobody waits. */
export function WaitingPeople() {
  const { t } = useTranslation('users');
  const query = useQuery(ask(registrations.listRegistrations, { query: { paginate: '0' } }, { failureIsShown: true }));
  if (query.isError && !query.data)
    return (
      <Panel title={t('waiting.title')}>
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      </Panel>
    );
  const people = query.data?.data ?? [];
  if (people.length === 0) return null;
  return (
    <NewcomerRows
      title={t('waiting.title')}
      people={people}
      about={({ confirmed_at }) => (
        <>
          {t('waiting.since')} <RelativeTime at={confirmed_at} />
        </>
      )}
      actions={(person) => <Decision person={person} />}
    />
  );
}

function Decision({ person }: { person: Person }) {
  const { t } = useTranslation('users');
  const application = useApplication();
  const invalidate = useInvalidate();
  const { name } = person;
  const params = { id: person.id };
  // Where somebody else has decided, the list is shown without the person.
  const after = { onSettled: () => invalidate('users', 'account_emails') };
  const grant = useMutation({
    mutationFn: () => call(registrations.grantRegistration, { params }),
    onSuccess: () => noticeSuccess(t('waiting.granted', { name })),
    ...after,
  });
  const refuse = useMutation({
    mutationFn: () => call(registrations.refuseRegistration, { params }),
    onSuccess: () => noticeSuccess(t('waiting.refused', { name })),
    ...after,
  });
  const isBusy = grant.isPending || refuse.isPending;
  async function askToRefuse(): Promise<void> {
    const question = { title: t('waiting.refuse_title', { name }), text: t('waiting.refuse_text'), dangerous: true };
    if (await confirm(question)) refuse.mutate();
  }
  return (
    <>
      {application && (
        <Button size="xs" loading={grant.isPending} disabled={isBusy} onClick={() => grant.mutate()}>
          {t('waiting.grant', { name, application: application.title })}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={refuse.isPending}
        disabled={isBusy}
        aria-label={t('waiting.refuse_label', { name })}
        onClick={() => void askToRefuse()}
      >
        {t('waiting.refuse')}
      </Button>
    </>
  );
}
