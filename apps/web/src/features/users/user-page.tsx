import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { Columns } from '../../ui/kit/columns.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { AbsencesPanel } from '../../ui/domain/absences/absences-panel.tsx';
import { UserActions } from './user-actions.tsx';
import { UserApplications } from './user-applications.tsx';
import { UserPermissions } from './user-permissions.tsx';
import { UserState } from './user-state.tsx';
import { listed } from '../../ui/kit/formats.ts';

export function UserPage() {
  const { t } = useTranslation('users');
  const { id } = useParams({ from: '/shell/users/$id' });
  const query = useQuery(ask(users.getUser, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/users/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(user) => <UserRecord user={user} path={path} />}
    </Record>
  );
}

function UserRecord({ user, path }: { user: users.User; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('users');
  const may = useMay();
  const application = useApplication();
  const seat = user.application_user;
  return (
    <Page
      title={user.name}
      path={path}
      heading={
        <>
          {user.name}
          <UserState user={user} soft />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('email_fact')}>
            <span dir="ltr">{user.email}</span>
          </Fact>
          {user.phone && (
            <Fact label={t('phone')}>
              <span dir="ltr">{user.phone}</span>
              {user.phone_stopped && ` (${t('phone_stopped')})`}
            </Fact>
          )}
          <Fact label={t('seen')}>{user.last_seen_at ? <RelativeTime at={user.last_seen_at} /> : t('never')}</Fact>
          {user.single_sign_on_since && (
            <Fact label={t('single_sign_on')}>
              {t('linked')} <RelativeTime at={user.single_sign_on_since} />
            </Fact>
          )}
          {application && seat && (
            <>
              <Fact label={t('role')}>
                {seat.role ? (
                  <AnchorLink to="/roles/$id" params={{ id: String(seat.role.id) }}>
                    {inOwnWords(seat.role.name)}
                  </AnchorLink>
                ) : (
                  t('no_role')
                )}
              </Fact>
              <Fact label={t('locations')}>{listed(seat.locations) || t('all_wards')}</Fact>
              <Fact label={t('landing_page')}>{seat.landing_page && <span dir="ltr">{seat.landing_page}</span>}</Fact>
            </>
          )}
          {may('audit.list') && (
            <Fact label={t('audit')}>
              <AnchorLink to="/audit/index" search={{ user_id: user.id }}>
                {t('audit_open')}
              </AnchorLink>
            </Fact>
          )}
        </FactLine>
      }
      actions={<UserActions user={user} />}
    >
      {user.may_not_because && (may('users.update') || may('users.delete')) && (
        <Alert variant="light" color="blue" icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {user.may_not_because}
        </Alert>
      )}
      <Columns>
        <UserApplications user={user} />
        <UserPermissions user={user} />
      </Columns>
      {application && seat && may('users.update') && user.may_not_because === null && (
        <AbsencesPanel userId={user.id} />
      )}
    </Page>
  );
}
