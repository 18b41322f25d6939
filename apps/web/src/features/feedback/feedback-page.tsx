import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { feedbackRecords } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSeesWard } from '../../api/session.ts';
import { AnswersTable } from '../../ui/domain/answers/answers-table.tsx';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';
import { OpenCaseDialog } from '../../ui/domain/open-case-dialog.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { useAnswererName } from '../../ui/domain/answers/use-answerer-name.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { listed, useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { FeedbackMarks } from './feedback-marks.tsx';
import classes from './feedback.module.css';
import { FollowUpPanel } from './follow-up-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { ReplyPanel } from './reply-panel.tsx';

type Detail = feedbackRecords.FeedbackDetail;

/** Shows one answered survey with every answer, and marks it as read. */
export function FeedbackPage() {
  const { t } = useTranslation('feedback');
  const { id } = useParams({ from: '/shell/feedback/records/$id' });
  const query = useQuery(
    ask(
      feedbackRecords.getFeedbackRecord,
      { params: { id: Number(id) } },
      { topics: ['feedback', 'cases'], failureIsShown: true },
    ),
  );
  const path = [{ label: t('title'), to: '/feedback/records' }];
  return (
    <Record query={query} title={t('plain_title')} path={path}>
      {(record) => <Answered key={record.id} record={record} path={path} />}
    </Record>
  );
}

/** Marks an answered survey as read when it is opened, once: whoever marks it as unread again keeps it so. */
function useReading({ id, read_at }: Detail): void {
  const invalidate = useInvalidate();
  const isDone = useRef(read_at !== null);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    // When this fails it stays unread, and the next person who opens it tries again.
    void call(feedbackRecords.readFeedback, { params: { id }, body: { feedback: { read: true } } }).then(
      () => void invalidate('feedback'),
      () => undefined,
    );
  }, [id, invalidate]);
}

function Answered({ record, path }: { record: Detail; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('feedback');
  const name = useAnswererName()(record);
  const { languageName } = useTerms();
  useReading(record);
  return (
    <Page
      title={name}
      path={path}
      heading={
        <>
          <bdi>{name}</bdi>
          <FeedbackMarks record={record} />
        </>
      }
      lead={<Facts record={record} name={name} />}
      actions={
        <>
          <OpenCaseDialog about={{ feedback_id: record.id }} />
          {record.read_at !== null && <UnreadButton id={record.id} />}
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.stack}>
          <OutcomesPanel outcomes={record.outcomes} />
          <Panel title={t('answers')} flush>
            <AnswersTable
              label={t('answers')}
              answers={record.answers.map(({ answers, escalates, statement, statement_language, ...asked }) => ({
                ...asked,
                answer: listed(answers),
                escalate: escalates,
                note:
                  statement &&
                  t('words_shown', {
                    language: languageName(statement_language ?? ''),
                    words: statement.replace('\n', ' – '),
                  }),
              }))}
            />
          </Panel>
          <ReplyPanel record={record} />
        </div>
        <div className={classes.stack}>
          <FollowUpPanel record={record} />
          <Panel title={t('cases')}>
            <Cases cases={record.cases} />
          </Panel>
          <NotesPanel record={record} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ record, name }: { record: Detail; name: string }) {
  const { t } = useTranslation(['feedback', 'common']);
  const may = useMay();
  const { dateTime, number } = useFormats();
  const { languageName } = useTerms();
  const { patient_id, visit_id, delivery_id } = record;
  const seesPatient = useSeesWard()(record.location) && may('messages.list');
  return (
    <FactLine>
      <Fact label={t('answered')}>{dateTime(record.submitted_at)}</Fact>
      <Fact label={t('survey')}>{record.survey_title}</Fact>
      <Fact label={t('pathway')}>
        {record.pathway && t('pathway_step', { ...record.pathway, day: number(record.pathway.day) })}
      </Fact>
      <Fact label={t('score')}>{record.score !== null && number(record.score, { maximumFractionDigits: 1 })}</Fact>
      <Fact label={t('common:ward')}>{record.location}</Fact>
      <Fact label={t('department')}>{record.department_title}</Fact>
      <Fact label={t('language')}>{languageName(record.language)}</Fact>
      <Fact label={t('patient')}>
        {patient_id !== null && seesPatient && (
          <AnchorLink to="/patients/$id" params={{ id: String(patient_id) }}>
            {name}
          </AnchorLink>
        )}
      </Fact>
      <Fact label={t('visit')}>
        {visit_id !== null && seesPatient && (
          <AnchorLink to="/visits/$id" params={{ id: String(visit_id) }}>
            {t('visit_link')}
          </AnchorLink>
        )}
      </Fact>
      <Fact label={t('delivery')}>
        {delivery_id !== null && may('deliveries.list') && t('delivery_link', { id: delivery_id })}
      </Fact>
      <Fact label={t('read_by')}>{record.read_by_name}</Fact>
    </FactLine>
  );
}

function UnreadButton({ id }: { id: number }) {
  const { t } = useTranslation('feedback');
  const invalidate = useInvalidate();
  const unread = useMutation({
    mutationFn: () => call(feedbackRecords.readFeedback, { params: { id }, body: { feedback: { read: false } } }),
    onSuccess: async () => {
      await invalidate('feedback');
      noticeSuccess(t('unread_done'));
    },
    onError: noticeFailedRequest,
  });
  return (
    <Button variant="default" loading={unread.isPending} onClick={() => unread.mutate()}>
      {t('mark_unread')}
    </Button>
  );
}

function Cases({ cases }: { cases: Detail['cases'] }) {
  const { t } = useTranslation('feedback');
  const mayOpen = useMay()('cases.list');
  const nameOf = ({ id, department_title }: Detail['cases'][number]) =>
    department_title === null ? t('case_plain', { id }) : t('case_in', { id, department: department_title });
  if (cases.length === 0) return <p className="wv-quiet">{t('no_cases')}</p>;
  return (
    <ul className={classes.cases}>
      {cases.map((one) => (
        <li key={one.id}>
          {mayOpen ? (
            <AnchorLink to="/cases/$id" params={{ id: String(one.id) }}>
              {nameOf(one)}
            </AnchorLink>
          ) : (
            nameOf(one)
          )}
        </li>
      ))}
    </ul>
  );
}
