import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import classes from '../account-page.module.css';
import { browserIn } from './browser-in.ts';

/** Lists where the person is signed in. Each session can be ended here. */
export function OpenSessions() {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const query = useQuery(ask(account.listSessions, {}, { failureIsShown: true }));
  const refresh = () => invalidate('account');
  const onSuccess = () => {
    noticeSuccess(t('sessions.ended'));
    return refresh();
  };
  const endOne = useMutation({
    mutationFn: (id: number) => call(account.endOneSession, { params: { id } }),
    onSuccess,
    onError: refresh,
  });
  const endOthers = useMutation({ mutationFn: () => call(account.endOtherSessions, {}), onSuccess });

  if (query.isError && !query.data)
    return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} />;
  const sessions = query.data.data;
  const nameOf = ({ user_agent }: account.OpenSession) => browserIn(user_agent) ?? t('sessions.unknown_browser');

  const askToEndOthers = async () => {
    const text = t('sessions.end_others_text');
    if (await confirm({ title: t('sessions.end_others'), text, dangerous: true })) endOthers.mutate();
  };
  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.session}>
            <div>
              <div className={classes.sessionName}>{nameOf(session)}</div>
              <div className={classes.sessionFacts}>
                {session.current ? t('sessions.here') : <RelativeTime at={session.last_seen_at} />}
                {' · '}
                {t('sessions.since')} <RelativeTime at={session.created_at} exact />
                {session.address && ` · ${session.address}`}
                {session.method !== 'password' && ` · ${t(`sessions.${session.method}`)}`}
              </div>
            </div>
            {!session.current && (
              <Button
                variant="default"
                size="compact-sm"
                loading={endOne.isPending && endOne.variables === session.id}
                aria-label={t('sessions.end_label', { name: nameOf(session) })}
                onClick={() => endOne.mutate(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={classes.foot}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => void askToEndOthers()}>
            {t('sessions.end_others')}
          </Button>
        </div>
      )}
    </>
  );
}
