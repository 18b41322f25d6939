import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { patients } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay, useSeesEveryWard } from '../../api/session.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { RecordConsent } from '../../ui/domain/consent/record-consent.tsx';
import { VisitStateMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { PersonRights } from '../../ui/domain/person-rights/person-rights.tsx';
import { ProofSentence } from '../../ui/domain/proof-sentence.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { VisitTimeline } from '../../ui/domain/timeline/visit-timeline.tsx';
import { WhoSawLink } from '../../ui/domain/who-saw-link.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PatientConsent } from './patient-consent.tsx';
import { PatientMarks } from './patient-marks.tsx';
import { PatientMerges } from './patient-merges.tsx';
import classes from './patient-page.module.css';
import { PatientOutcomes } from './patient-outcomes.tsx';
import { PatientPathways } from './pathways/patient-pathways.tsx';
import { PatientTexts } from './patient-texts.tsx';
import { useBirthDate } from '../../ui/domain/use-birth-date.ts';

const LIVE = ['messages', 'deliveries', 'feedback', 'texts'] as const;

export function PatientPage() {
  const { t } = useTranslation('patients');
  const { id } = useParams({ from: '/shell/patients/$id' });
  const query = useQuery(
    ask(patients.getPatient, { params: { id: Number(id) } }, { topics: LIVE, failureIsShown: true }),
  );
  const path = [{ label: t('title'), to: '/patients/index' }];
  return (
    <Record query={query} title={t('plain_title')} path={path}>
      {(patient) => <PatientRecord patient={patient} path={path} />}
    </Record>
  );
}

function PatientRecord({ patient, path }: { patient: patients.PatientDetail; path: { label: string; to: string }[] }) {
  const { t } = useTranslation(['patients', 'common']);
  const { patientName, sex } = useTerms();
  const birthDate = useBirthDate();
  const mayUpdate = useMay()('patients.update');
  const seesEveryWard = useSeesEveryWard();
  return (
    <Page
      title={patientName(patient)}
      path={path}
      heading={
        <>
          {patientName(patient)}
          <PatientMarks patient={patient} />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('number')}>{patient.identifier}</Fact>
          <Fact label={t('column.born')}>{birthDate(patient)}</Fact>
          <Fact label={t('sex')}>{sex(patient.sex)}</Fact>
          <Fact label={t('phone')}>{patient.phone}</Fact>
          <Fact label={t('email')}>{patient.email}</Fact>
        </FactLine>
      }
      actions={
        <>
          <Button onClick={() => window.print()}>{t('print')}</Button>
          {mayUpdate && <MergeDialog patient={patient} />}
          <WhoSawLink patientId={patient.id} />
        </>
      }
    >
      {patient.identity_in_doubt && (
        <div className={classes.doubt} role="status">
          <p>{t('in_doubt_text')}</p>
          {seesEveryWard && (
            <ButtonLink size="xs" variant="default" to="/patients/doubts">
              {t('decide')}
            </ButtonLink>
          )}
        </div>
      )}
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Panel title={t('visits')} flush>
            <PatientVisits visits={patient.visits} />
          </Panel>
          <PatientPathways patient={patient} />
          <PatientOutcomes patientId={patient.id} />
          <Panel title={t('timeline')}>
            {patient.timeline.length === 0 ? (
              <p className="wv-quiet">{t('timeline_empty')}</p>
            ) : (
              <VisitTimeline entries={patient.timeline} label={t('timeline')} />
            )}
          </Panel>
        </div>
        <div className={classes.stack}>
          <Panel title={t('numbers')} flush>
            <PatientNumbers identifiers={patient.identifiers} />
          </Panel>
          <Panel title={t('texts')} flush>
            <PatientTexts texts={patient.texts} />
          </Panel>
          <Panel title={t('consent')} flush actions={<RecordConsent who={{ patientId: patient.id }} />}>
            <PatientConsent patientId={patient.id} />
          </Panel>
          <Panel title={t('merges')} flush>
            <PatientMerges patient={patient} mayUpdate={mayUpdate} />
          </Panel>
          <PersonRights who={{ patient_id: patient.id }} />
        </div>
      </div>
    </Page>
  );
}

function PatientVisits({ visits }: { visits: patients.PatientDetail['visits'] }) {
  const { t, i18n } = useTranslation('patients');
  if (visits.length === 0) return <p className={classes.empty}>{t('visits_empty')}</p>;
  return (
    <ul className={classes.list}>
      {visits.map((visit) => (
        <li key={visit.id}>
          <div className={classes.head}>
            <AnchorLink to="/visits/$id" params={{ id: String(visit.id) }} c="inherit">
              {visit.visit_number ? t('visit_number', { number: visit.visit_number }) : t('visit_plain')}
            </AnchorLink>
            <VisitStateMark state={visit.state} />
            {visit.on_leave && <span className={classes.quiet}>{t('on_leave')}</span>}
          </div>
          <div className={classes.quiet}>
            {[
              visit.kind && t(`kind.${visit.kind}`),
              visit.appointment_state &&
                i18n.t(`patients:appointment.${visit.appointment_state}`, { defaultValue: visit.appointment_state }),
              visit.location,
            ]
              .filter(Boolean)
              .join(' · ')}
            <VisitTimes visit={visit} />
          </div>
          <ProofSentence proof={visit.proof} />
        </li>
      ))}
    </ul>
  );
}

/** When the patient came, or is expected, and left. */
function VisitTimes({ visit }: { visit: patients.PatientDetail['visits'][number] }) {
  const from = visit.admitted_at ?? visit.expected_at;
  return (
    <>
      {from && (
        <>
          {' · '}
          <RelativeTime at={from} exact />
        </>
      )}
      {visit.discharged_at && (
        <>
          {' – '}
          <RelativeTime at={visit.discharged_at} exact />
        </>
      )}
    </>
  );
}

function PatientNumbers({ identifiers }: { identifiers: patients.PatientDetail['identifiers'] }) {
  const { t } = useTranslation('patients');
  if (identifiers.length === 0) return <p className={classes.empty}>{t('numbers_empty')}</p>;
  return (
    <table className={classes.numbers} aria-label={t('numbers')}>
      <thead>
        <tr>
          <th scope="col">{t('numbers_of.identifier')}</th>
          <th scope="col">{t('numbers_of.authority')}</th>
          <th scope="col">{t('numbers_of.type')}</th>
        </tr>
      </thead>
      <tbody>
        {identifiers.map(({ identifier, authority, type, identifies }) => (
          <tr key={`${authority}/${type}/${identifier}`}>
            <td className={classes.number}>
              <bdi>{identifier}</bdi>
            </td>
            <td>{authority}</td>
            <td>
              {type || t('type_none')}
              {!identifies && <div className={classes.quiet}>{t('weak')}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
