import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Fact, FactLine } from '../../ui/facts.tsx';
import { CaseStateMark } from '../../ui/marks.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Record } from '../../ui/record.tsx';
import { CaseActions } from './case-actions.tsx';
import { CaseAnswers } from './case-answers.tsx';
import { CaseContact } from './case-contact.tsx';
import classes from './case-page.module.css';
import { CaseSteps } from './case-steps.tsx';
import { useCaseName } from './use-case-name.ts';

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
  const caseName = useCaseName();
  return (
    <Page
      title={t('record_title', { id: record.id })}
      path={path}
      heading={
        <>
          {caseName(record)}
          <CaseStateMark state={record.state} soft />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('department')}>{record.department_title}</Fact>
          <Fact label={t('common:ward')}>{record.location}</Fact>
          <Fact label={t('opened')}>
            <Moment at={record.created_at} />
          </Fact>
          <Fact label={t('claimed_by')}>{record.claimed_by_name ?? t('nobody')}</Fact>
          <Fact label={t('level')}>
            {record.level > 0 ? t('level_value', { level: record.level }) : t('level_none')}
          </Fact>
          <Fact label={t('next_level')}>{record.next_level_at && <Moment at={record.next_level_at} />}</Fact>
        </FactLine>
      }
      actions={may('cases.update') && <CaseActions record={record} />}
    >
      <blockquote className={classes.cause} data-open={record.state !== 'closed' || undefined}>
        <p className={classes.question}>{record.question}</p>
        <p className={classes.answer}>{record.answer}</p>
      </blockquote>
      <div className={classes.columns}>
        <Panel title={t('answers')} flush>
          <CaseAnswers record={record} />
        </Panel>
        <Panel title={t(record.kiosk_label === null ? 'contact' : 'kiosk_who')}>
          <CaseContact record={record} />
        </Panel>
      </div>
      <Panel title={t('steps')}>
        <CaseSteps steps={record.steps} />
      </Panel>
    </Page>
  );
}
