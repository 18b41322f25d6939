import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathways, type patients } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import { EnrolmentState } from '../../../ui/domain/pathways/enrolment-state.tsx';
import { OCCASION_BADGES } from '../../../ui/domain/pathways/occasion-badges.ts';
import { useOccasionWords } from '../../../ui/domain/pathways/use-occasion-words.ts';
import { StatusBadge } from '../../../ui/domain/status-badge.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import pageClasses from '../patient-page.module.css';
import { EndDialog } from './end-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import classes from './patient-pathways.module.css';

/** The pathways of a patient: what was asked, what is to come. They can be put into one here, and taken out. */
export function PatientPathways({ patient }: { patient: patients.PatientDetail }) {
  const { t } = useTranslation('patients');
  const may = useMay();
  const [ending, setEnding] = useState<pathways.Enrolment | null>(null);
  const { data: found } = useQuery({
    ...ask(
      pathways.listEnrolments,
      { query: { patient_id: patient.id, paginate: '0' } },
      { topics: ['pathways', 'deliveries', 'feedback'] },
    ),
    enabled: may('messages.list'),
  });
  const mayEnrol = may('messages.create') && may('surveys.view') && !patient.deceased;
  const enrolments = found?.data ?? [];
  if (enrolments.length === 0 && !mayEnrol) return null;
  return (
    <Panel title={t('pathways.title')} flush actions={mayEnrol && <EnrolDialog patient={patient} />}>
      {enrolments.length === 0 ? (
        <p className={pageClasses.empty}>{t('pathways.empty')}</p>
      ) : (
        <ul className={pageClasses.list}>
          {enrolments.map((enrolment) => (
            <li key={enrolment.id}>
              <Enrolment
                enrolment={enrolment}
                onEnd={enrolment.state === 'active' && may('messages.create') ? () => setEnding(enrolment) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <EndDialog enrolment={ending} onClose={() => setEnding(null)} />
    </Panel>
  );
}

function Enrolment({ enrolment, onEnd }: { enrolment: pathways.Enrolment; onEnd: (() => void) | undefined }) {
  const { t } = useTranslation('patients');
  const { shortDateTime } = useFormats();
  const mayPlan = useMay()('surveys.view');
  const { pathway_title, started_at, enrolled_by, end_note } = enrolment;
  return (
    <>
      <div className={pageClasses.head}>
        {mayPlan ? (
          <AnchorLink to="/pathways/$id" params={{ id: String(enrolment.pathway_id) }} c="inherit">
            <bdi>{pathway_title}</bdi>
          </AnchorLink>
        ) : (
          <bdi>{pathway_title}</bdi>
        )}
        <EnrolmentState enrolment={enrolment} />
        {onEnd && (
          <Button className={classes.end} variant="subtle" color="gray" size="compact-xs" onClick={onEnd}>
            {t('pathways.end')}
          </Button>
        )}
      </div>
      <div className={pageClasses.quiet}>
        {[
          t('pathways.since', { at: shortDateTime(started_at) }),
          enrolled_by && t('pathways.by', { name: enrolled_by }),
          end_note && t('pathways.note', { note: end_note }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <ol className={classes.steps}>
        {enrolment.occasions.map((occasion) => (
          <Step key={occasion.day} occasion={occasion} />
        ))}
      </ol>
    </>
  );
}

function Step({ occasion }: { occasion: pathways.Occasion }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const inWords = useOccasionWords();
  return (
    <li>
      <span className={classes.day}>{t('pathways.day', { day: number(occasion.day) })}</span>
      <bdi>{occasion.title}</bdi>
      <StatusBadge badge={OCCASION_BADGES[occasion.state]}>
        {occasion.feedback_id === null ? (
          inWords(occasion)
        ) : (
          <AnchorLink to="/feedback/records/$id" params={{ id: String(occasion.feedback_id) }} c="inherit">
            {inWords(occasion)}
          </AnchorLink>
        )}
      </StatusBadge>
      <span className={classes.when}>
        <RelativeTime at={occasion.due_at} />
      </span>
    </li>
  );
}
