import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { visits } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Fact, FactLine } from '../../ui/facts.tsx';
import { useFormats } from '../../ui/formats.ts';
import { VisitStateMark } from '../../ui/marks.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Record } from '../../ui/record.tsx';
import { useTerms } from '../../ui/terms.ts';
import { ageInYears } from '../../ui/time.ts';
import { VisitTimeline } from '../../ui/visit-timeline.tsx';
import { WhoSawLink } from '../../ui/who-saw-link.tsx';

const LIVE = ['messages', 'deliveries', 'feedback', 'cases'] as const;

export function VisitPage() {
  const { t } = useTranslation(['visits', 'messages']);
  const { id } = useParams({ from: '/shell/visits/$id' });
  const query = useQuery(ask(visits.getVisit, { params: { id: Number(id) } }, { topics: LIVE, failureIsShown: true }));
  const path = [{ label: t('messages:title.messages'), to: '/messages/index' }];
  return (
    <Record query={query} title={t('title_plain')} path={path}>
      {(visit) => <VisitRecord visit={visit} path={path} />}
    </Record>
  );
}

function VisitRecord({ visit, path }: { visit: visits.Visit; path: { label: string; to: string }[] }) {
  const { t } = useTranslation(['visits', 'common']);
  const { plainDate } = useFormats();
  const { patientName, patientClass, sex } = useTerms();
  const age = ageInYears(visit.birth_date, useNow());
  const person = [
    visit.birth_date && t('common:born', { date: plainDate(visit.birth_date) }),
    age !== null && t('common:age', { count: age }),
    sex(visit.sex),
    visit.deceased && t('deceased'),
  ];
  return (
    <Page
      title={visit.visit_number ? t('title', { number: visit.visit_number }) : t('title_plain')}
      path={path}
      heading={
        <>
          {patientName(visit)}
          <VisitStateMark state={visit.state} soft />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('number')}>{visit.visit_number}</Fact>
          <Fact label={t('common:patient')}>{person.filter(Boolean).join(', ')}</Fact>
          <Fact label={t('common:ward')}>
            {[visit.location, patientClass(visit.patient_class)].filter(Boolean).join(', ')}
          </Fact>
          <Fact label={t('admitted')}>{visit.admitted_at && <Moment at={visit.admitted_at} exact />}</Fact>
          <Fact label={t('discharged')}>
            {visit.discharged_at ? (
              <Moment at={visit.discharged_at} exact />
            ) : (
              visit.state === 'open' && t('still_here')
            )}
          </Fact>
        </FactLine>
      }
      actions={<WhoSawLink patientId={visit.patient_id} />}
    >
      <Panel title={t('timeline')}>
        {visit.timeline.length === 0 ? (
          <p className="wv-quiet">{t('timeline_empty')}</p>
        ) : (
          <VisitTimeline entries={visit.timeline} label={t('timeline')} />
        )}
      </Panel>
    </Page>
  );
}
