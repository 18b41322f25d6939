import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, applications, type ReplyOf } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { renewSession, useMay } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { ApplicationForm } from './application-form.tsx';
import type { ApplicationValues } from './use-application-fields.ts';
import { CredentialsDialog, type Credentials } from './credentials-dialog.tsx';

type Edited = ReplyOf<typeof applications.editApplication>['data'];

export function EditApplicationPage() {
  const { t } = useTranslation('applications');
  const { id } = useParams({ from: '/shell/applications/$id/edit' });
  const query = useQuery({
    ...ask(applications.editApplication, { params: { id: Number(id) } }, { failureIsShown: true }),
    // What is being typed must not be replaced by what somebody else saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Record query={query} title={t('edit_title')} path={[{ label: t('title'), to: '/applications/index' }]}>
      {(application) => (
        <EditApplication key={application.version} application={application} onReload={() => void query.refetch()} />
      )}
    </Record>
  );
}

function EditApplication({ application, onReload }: { application: Edited; onReload: () => void }) {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const isSuperuser = useMay()('superuser');
  const { id, title } = application;
  const view = () => void navigate({ to: '/applications/$id', params: { id: String(id) } });
  const record = useRecordForm({
    schema: applications.updateApplication.body,
    wrapper: 'application',
    values: valuesOf(application, isSuperuser),
    save: (values) => call(applications.updateApplication, { params: { id }, body: values }),
    changes: ['applications', 'departments', 'senders'],
    onSaved: () => {
      // Title, logo and time zone show in the header too.
      void call(account.getSession, {}).then(renewSession);
      view();
    },
    onReload,
  });
  return (
    <Page
      title={t('edit_title')}
      heading={t('edit_heading', { title })}
      path={[
        { label: t('title'), to: '/applications/index' },
        { label: title, to: `/applications/${id}` },
      ]}
    >
      <ApplicationForm of={record} submit={t('save')} onCancel={view} surveys={application.surveys} />
      <CredentialsPanel application={application} isDirty={record.form.isDirty()} />
    </Page>
  );
}

function valuesOf(
  { surveys: _surveys, id: _id, access_key: _key, ...columns }: Edited,
  all: boolean,
): ApplicationValues {
  const { sending_facilities, allowed_peers, listener_port, ...own } = columns;
  return {
    application: {
      ...own,
      quiet_from: own.quiet_from.slice(0, 5),
      quiet_to: own.quiet_to.slice(0, 5),
      ...(all ? { sending_facilities, allowed_peers, listener_port } : {}),
    },
  };
}

function CredentialsPanel({ application, isDirty }: { application: Edited; isDirty: boolean }) {
  const { t } = useTranslation('applications');
  const invalidate = useInvalidate();
  const [made, setMade] = useState<Credentials | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(applications.updateApplication, {
        params: { id: application.id },
        body: { application: { regenerate_credentials: true } },
      }),
    onSuccess: ({ data }) => setMade({ ...data, access_secret: data.access_secret ?? '' }),
    onError: noticeFailedRequest,
  });
  const start = async () => {
    if (await confirm({ title: t('credentials.question'), text: t('credentials.consequence'), dangerous: true }))
      mutate();
  };
  return (
    <Panel
      title={t('credentials.title')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          loading={isPending}
          disabled={isDirty}
          title={isDirty ? t('credentials.save_first') : undefined}
          onClick={() => void start()}
        >
          {t('credentials.regenerate')}
        </Button>
      }
    >
      <FactList>
        <Fact label={t('credentials.access_key')}>
          <code>{application.access_key}</code>
        </Fact>
        <Fact label={t('credentials.access_secret')}>{t('credentials.hidden')}</Fact>
      </FactList>
      <CredentialsDialog
        credentials={made}
        onClose={() => {
          setMade(null);
          void invalidate('applications');
        }}
      />
    </Panel>
  );
}
