import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Fact, FactLine, FactList } from '../../ui/kit/facts.tsx';
import { AnswersTable } from '../../ui/domain/answers/answers-table.tsx';
import { CaseSeverityMark, CaseStateMark, OverdueMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useAnswererName } from '../../ui/domain/answers/use-answerer-name.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseContact } from './case-contact.tsx';
import classes from './case-page.module.css';
import deEscalationClasses from './de-escalation.module.css';
import { CaseNoteForm } from './case-note-form.tsx';
import { CaseSteps } from './case-steps.tsx';
import { OnDutyFact } from './on-duty-fact.tsx';
import { ANSWERS_AFTER, ANSWERS_BEFORE, CaseLink, ScoreComparison } from './score-comparison.tsx';

export function CasePage() {
  const { t } = useTranslation('cases');
  const { id } = useParams({ from: '/shell/cases/$id' });
  const query = useQuery(
    ask(cases.getCase, { params: { id: Number(id) } }, { topics: ['cases'], failureIsShown: true }),
  );
  const path = [{ label: t('title'), to: '/cases/index' }];
  return (
    <Record query={query} title={t('record_title', { id })} path={path}>
      {(record) => <CaseRecord record={record} path={path} />}
    </Record>
  );
}

function CaseRecord({ record, path }: { record: cases.CaseDetail; path: { label: string; to: string }[] }) {
  const { t } = useTranslation(['cases', 'common']);
  const may = useMay();
  const caseName = useAnswererName();
  const again = record.de_escalation;
  return (
    <Page
      title={t('record_title', { id: record.id })}
      path={path}
      heading={
        <>
          {caseName(record)}
          <CaseStateMark state={record.state} soft />
          {record.severity !== 'normal' && <CaseSeverityMark severity={record.severity} soft />}
          <OverdueMark record={record} soft />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('department')}>{record.department_title}</Fact>
          <Fact label={t('common:ward')}>{record.location}</Fact>
          <Fact label={t('opened')}>
            <RelativeTime at={record.created_at} />
          </Fact>
          <Fact label={t('due')}>
            {record.due_at !== null && record.state !== 'closed' && <RelativeTime at={record.due_at} />}
          </Fact>
          <Fact label={t('claimed_by')}>{record.claimed_by_name ?? t('nobody')}</Fact>
          <Fact label={t('level')}>
            {record.level > 0 ? t('level_value', { level: record.level }) : t('level_none')}
          </Fact>
          {record.department_id !== null && record.state !== 'closed' && (
            <OnDutyFact departmentId={record.department_id} />
          )}
          <Fact label={t('next_level')}>{record.next_level_at && <RelativeTime at={record.next_level_at} />}</Fact>
        </FactLine>
      }
      actions={may('cases.update') && <CaseActions record={record} />}
    >
      <blockquote className={classes.cause} data-open={record.state !== 'closed' || undefined}>
        {record.question && <p className={classes.question}>{record.question}</p>}
        <p className={classes.answer} dir="auto">
          {record.answer}
        </p>
      </blockquote>
      {again && <ScoreComparison record={record} again={again} />}
      <div className={record.answers.length > 0 ? classes.columns : undefined}>
        <div className={classes.stack}>
          <div id={ANSWERS_BEFORE} tabIndex={-1} className={deEscalationClasses.target}>
            {record.answers.length > 0 && (
              <Panel title={t('answers')} flush>
                <AnswersTable label={t('answers')} answers={record.answers} />
              </Panel>
            )}
          </div>
          {again && again.answers.length > 0 && (
            <div id={ANSWERS_AFTER} tabIndex={-1} className={deEscalationClasses.target}>
              <Panel title={t('de_escalation.answers_after')} flush>
                <AnswersTable label={t('de_escalation.answers_after')} answers={again.answers} />
                {again.opened_case_id !== null && (
                  <p className={deEscalationClasses.opened}>
                    <CaseLink id={again.opened_case_id}>
                      {t('de_escalation.opened_case', { id: again.opened_case_id })}
                    </CaseLink>
                  </p>
                )}
              </Panel>
            </div>
          )}
        </div>
        <Panel title={t(record.kiosk_label === null ? 'contact' : 'kiosk_who')}>
          <CaseContact record={record} />
        </Panel>
      </div>
      {(record.cause_title !== null || record.actions_taken !== null) && (
        <Panel title={t('outcome')}>
          <FactList>
            <Fact label={t('cause')}>{record.cause_title}</Fact>
            <Fact label={t('actions_taken')}>
              {record.actions_taken !== null && (
                <span className={classes.written} dir="auto">
                  {record.actions_taken}
                </span>
              )}
            </Fact>
          </FactList>
        </Panel>
      )}
      <Panel title={t('steps')}>
        <CaseSteps steps={record.steps} />
        {may('cases.update') && <CaseNoteForm id={record.id} />}
      </Panel>
    </Page>
  );
}
