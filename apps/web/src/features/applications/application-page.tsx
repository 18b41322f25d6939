import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Fact, FactLine, FactList } from '../../ui/kit/facts.tsx';
import { listed, useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './application-page.module.css';
import { DeleteApplication } from './delete-application.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { OpenApplication } from './open-application.tsx';
import { ReloadMessages } from './reload-messages.tsx';
import { SendersPanel } from './senders-panel.tsx';

const LISTENER_POLL_MS = 4_000;

/** `triggers` is another slice's widget, handed in by the router. */
export function ApplicationPage({
  triggers,
}: {
  triggers: (application: applications.ApplicationDetail) => ReactNode;
}) {
  const { t } = useTranslation('applications');
  const { id } = useParams({ from: '/shell/applications/$id' });
  const query = useQuery({
    ...ask(applications.getApplication, { params: { id: Number(id) } }, { topics: ['feedback'], failureIsShown: true }),
    refetchInterval: ({ state }) => (state.data?.data.listener_port ? LISTENER_POLL_MS : false),
  });
  return (
    <Record query={query} title={t('number', { id })} path={[{ label: t('title'), to: '/applications/index' }]}>
      {(application) => <ApplicationRecord application={application}>{triggers(application)}</ApplicationRecord>}
    </Record>
  );
}

interface ApplicationRecordProps {
  application: applications.ApplicationDetail;
  children: ReactNode;
}

function ApplicationRecord({ application, children }: ApplicationRecordProps) {
  const { t } = useTranslation(['applications', 'common']);
  const { languageName } = useTerms();
  const may = useMay();
  const { id, title } = application;
  return (
    <Page
      title={title}
      path={[{ label: t('title'), to: '/applications/index' }]}
      lead={
        <FactLine>
          <Fact label={t('column.country')}>{application.country}</Fact>
          <Fact label={t('column.time_zone')}>{application.time_zone.replaceAll('_', ' ')}</Fact>
          <Fact label={t('column.language')}>{languageName(application.language)}</Fact>
        </FactLine>
      }
      actions={
        <>
          <OpenApplication application={application} />
          {may('messages.reprocess') && <ReloadMessages id={id} />}
          {may('superuser') && <DeleteApplication id={id} title={title} />}
          {may('applications.update') && (
            <ButtonLink
              to="/applications/$id/edit"
              params={{ id: String(id) }}
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            >
              {t('common:record.edit')}
            </ButtonLink>
          )}
        </>
      }
    >
      {application.listeners
        .filter(({ error }) => error !== null)
        .map(({ process, error }) => (
          <Alert key={process} color="red" role="alert" icon={<IconAlertTriangle />} title={t('listener_failed')}>
            {error} ({process})
          </Alert>
        ))}
      {application.listens_only && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t('listens_only.title')}>
          {t('listens_only.text')}
        </Alert>
      )}
      <div className={classes.columns}>
        <FeedbackPanel rows={application.category_feedback_by_month} timeZone={application.time_zone} />
        <SettingsPanel application={application} />
      </div>
      <SendersPanel applicationId={application.id} />
      {may('triggers.list') && children}
    </Page>
  );
}

function SettingsPanel({ application }: { application: applications.ApplicationDetail }) {
  const { t } = useTranslation('applications');
  const { plainDate } = useFormats();
  const { quiet_from, quiet_to, listeners, listener_port } = application;
  const days = (count: number | null) => (count === null ? t('fact.kept') : t('fact.days', { count }));
  const isListening = listeners.some(({ error }) => error === null);
  return (
    <Panel title={t('settings')}>
      <FactList>
        <Fact label={t('fact.facilities')}>{listed(application.sending_facilities) || t('fact.no_facilities')}</Fact>
        {application.allowed_peers.length > 0 && (
          <Fact label={t('fact.allowed_peers')}>{listed(application.allowed_peers)}</Fact>
        )}
        {listener_port !== null && (
          <Fact label={t('fact.port')}>
            {t(isListening ? 'fact.port_open' : 'fact.port_closed', { port: String(listener_port) })}
          </Fact>
        )}
        <Fact label={t('fact.access_key')}>
          <code>{application.access_key}</code>
        </Fact>
        <Fact label={t('fact.de_escalation_survey')}>{application.de_escalation_survey?.title ?? t('fact.none')}</Fact>
        <Fact label={t('fact.sender')}>
          {[application.sender_name, application.sender_email, application.sms_sender].filter(Boolean).join(' · ') ||
            t('fact.sender_standard')}
        </Fact>
        <Fact label={t('fact.quiet')}>
          {quiet_from === quiet_to ? t('fact.none') : `${quiet_from.slice(0, 5)}–${quiet_to.slice(0, 5)}`}
        </Fact>
        <Fact label={t('fact.minimum_age')}>{t('fact.years', { count: application.minimum_age })}</Fact>
        <Fact label={t('fact.interval')}>{t('fact.days', { count: application.survey_interval_days })}</Fact>
        <Fact label={t('fact.messages_after')}>
          {application.messages_after && plainDate(application.messages_after)}
        </Fact>
        <Fact label={t('fact.two_step_required')}>{t(`form.two_step.${application.two_step_required}`)}</Fact>
        <Fact label={t('fact.raw_retention')}>{days(application.raw_retention_days)}</Fact>
        <Fact label={t('fact.personal_retention')}>{days(application.personal_retention_days)}</Fact>
      </FactList>
    </Panel>
  );
}
