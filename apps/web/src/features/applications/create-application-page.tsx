import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, applications } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { renewSession, useSession } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import { Page } from '../../ui/kit/page.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { ApplicationForm } from './application-form.tsx';
import type { ApplicationValues } from './use-application-fields.ts';
import { CredentialsDialog, type Credentials } from './credentials-dialog.tsx';

const NEW: ApplicationValues = {
  application: {
    title: '',
    logo: null,
    messages_after: null,
    // The hospital's, which this browser does not know: nobody may guess them.
    time_zone: '',
    country: '',
    language: 'en',
    sender_name: null,
    sender_email: null,
    sms_sender: null,
    unwatched_notice: null,
    html_emails: true,
    sends_per_minute: null,
    sending_facilities: [],
    allowed_peers: [],
    minimum_age: 18,
    survey_interval_days: 30,
    max_messages_per_day: null,
    max_messages_per_week: null,
    quiet_from: '21:00',
    quiet_to: '08:00',
    case_escalation_minutes: 30,
    working_hours: ['08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '', ''],
    case_hours_urgent: 4,
    case_hours_high: 10,
    case_hours_normal: 30,
    invitation_valid_days: 42,
    listens_only: false,
    accept_other_types: true,
    accept_missing_control_id: false,
    date_order: null,
    listener_port: null,
    acknowledgement_mode: 'original',
    raw_retention_days: null,
    personal_retention_days: null,
    two_step_required: 'nobody',
  },
};

export function CreateApplicationPage() {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const session = useSession();
  const choose = useChooseApplication();
  const [made, setMade] = useState<(Credentials & { id: number }) | null>(null);
  const record = useRecordForm({
    schema: applications.createApplication.body,
    wrapper: 'application',
    values: NEW,
    save: ({ application: { time_zone = '', country = '', ...others } }) =>
      call(applications.createApplication, { body: { application: { ...others, time_zone, country } } }),
    changes: ['applications', 'users'],
    onSaved: ({ data }) => setMade({ ...data, access_secret: data.access_secret ?? '' }),
  });
  const open = async () => {
    // The first one: there is nothing else to work in.
    if (made && session?.applications.length === 0) return choose.mutateAsync(made.id);
    // The header's choice of applications has one more.
    renewSession(await call(account.getSession, {}));
    return navigate({ to: '/applications/$id', params: { id: String(made?.id) } });
  };
  return (
    <Page title={t('create_title')} lead={t('create_lead')} path={[{ label: t('title'), to: '/applications/index' }]}>
      <ApplicationForm of={record} submit={t('create')} onCancel={() => void navigate({ to: '/applications/index' })} />
      <CredentialsDialog credentials={made} onClose={() => void open()} />
    </Page>
  );
}
