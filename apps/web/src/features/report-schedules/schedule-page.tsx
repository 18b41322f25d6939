import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reportPacks } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { ScheduleState } from './schedule-marks.tsx';
import { SendNow } from './send-now.tsx';
import { SendingsPanel } from './sendings-panel.tsx';
import { useSchedulePath } from './use-schedule-path.ts';
import { listed } from '../../ui/kit/formats.ts';

type Detail = reportPacks.ReportScheduleDetail;

/** One report that is sent by e-mail: what it is, who gets it, and what came of each. */
export function SchedulePage() {
  const { t } = useTranslation('report_schedules');
  const { id } = useParams({ from: '/shell/reports/by_email/$id' });
  const { ofRecord } = useSchedulePath();
  const query = useQuery(
    ask(
      reportPacks.getReportSchedule,
      { params: { id: Number(id) } },
      { failureIsShown: true, topics: ['report_schedules'] },
    ),
  );
  return (
    <Record query={query} title={t('what')} path={ofRecord}>
      {(schedule) => (
        <Page
          title={schedule.title}
          path={ofRecord}
          lead={<About schedule={schedule} />}
          actions={<Actions schedule={schedule} />}
        >
          <Panel title={t('people')}>
            <People schedule={schedule} />
          </Panel>
          <SendingsPanel id={schedule.id} />
        </Page>
      )}
    </Record>
  );
}

function About({ schedule }: { schedule: Detail }) {
  const { t } = useTranslation('report_schedules');
  const { rhythm, survey, location, department } = schedule;
  return (
    <FactLine>
      <Fact label={t('column.next')}>
        <ScheduleState schedule={schedule} />
      </Fact>
      <Fact label={t('column.rhythm')}>{t(`rhythm.${rhythm}`)}</Fact>
      <Fact label={t('survey')}>{survey?.title ?? t('most_answered')}</Fact>
      <Fact label={t('ward')}>{location}</Fact>
      <Fact label={t('department')}>{department?.title}</Fact>
    </FactLine>
  );
}

function People({ schedule: { people } }: { schedule: Detail }) {
  const { t } = useTranslation('report_schedules');
  const barred = people.filter(({ may_read }) => !may_read);
  return (
    <>
      <p>{listed(people.map(({ name }) => name))}</p>
      {barred.length > 0 && (
        <p className="wv-quiet">{t('may_not_read', { names: listed(barred.map(({ name }) => name)) })}</p>
      )}
      <p className="wv-quiet">{t('own_figures')}</p>
    </>
  );
}

function Actions({ schedule: { id, people } }: { schedule: Detail }) {
  const { t } = useTranslation(['report_schedules', 'common']);
  const navigate = useNavigate();
  if (!useMay()('report_schedules.update')) return null;
  return (
    <>
      <SendNow id={id} peopleCount={people.length} />
      <ButtonLink variant="default" to="/reports/by_email/$id/edit" params={{ id: String(id) }}>
        {t('common:record.edit')}
      </ButtonLink>
      <DeleteButton
        what={t('what')}
        id={id}
        consequence={t('delete_text')}
        remove={() => call(reportPacks.deleteReportSchedule, { params: { id } })}
        changes={['report_schedules']}
        onDeleted={() => void navigate({ to: '/reports/by_email/index' })}
      />
    </>
  );
}
