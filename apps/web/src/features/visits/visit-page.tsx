import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { patients, visits } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { VisitStateMark } from '../../ui/domain/marks.tsx';
import { RelativeTime, useNow } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { ProofSentence } from '../../ui/domain/proof-sentence.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { ageInYears } from '../../ui/kit/time/time.ts';
import { VisitTimeline } from '../../ui/domain/timeline/visit-timeline.tsx';
import { WhoSawLink } from '../../ui/domain/who-saw-link.tsx';

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
          {!visit.admitted_at && (
            <Fact label={t('expected')}>{visit.expected_at && <RelativeTime at={visit.expected_at} exact />}</Fact>
          )}
          <Fact label={t('admitted')}>{visit.admitted_at && <RelativeTime at={visit.admitted_at} exact />}</Fact>
          <Fact label={t('discharged')}>
            {visit.discharged_at ? (
              <RelativeTime at={visit.discharged_at} exact />
            ) : (
              visit.state === 'open' && t(visit.on_leave ? 'on_leave' : 'still_here')
            )}
          </Fact>
        </FactLine>
      }
      actions={
        <>
          <Button onClick={() => window.print()}>{t('print')}</Button>
          <ButtonLink variant="default" to="/patients/$id" params={{ id: String(visit.patient_id) }}>
            {t('patient_page')}
          </ButtonLink>
          <WhoSawLink patientId={visit.patient_id} />
        </>
      }
    >
      {visit.identity_in_doubt && <Alert color="yellow">{t('in_doubt')}</Alert>}
      <Panel title={t('proof')}>
        <VisitProof id={visit.id} />
      </Panel>
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

/** Asked or not, when, by which rule, and why not. */
function VisitProof({ id }: { id: number }) {
  const query = useQuery(ask(patients.getVisitProof, { params: { id } }, { topics: LIVE, failureIsShown: true }));
  const { t } = useTranslation('common');
  if (query.isError) return <p className="wv-quiet">{t('record.failed_title')}</p>;
  return query.data ? <ProofSentence proof={query.data.data} /> : <Skeleton height={20} maw={480} />;
}
