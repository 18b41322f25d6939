import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathways } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { PathwayState } from './pathway-state.tsx';
import { ScoreCourse } from './score-course.tsx';
import { StepRow } from './step-row.tsx';
import classes from './pathways.module.css';

/** A pathway: its steps, and what each has come to. */
export function PathwayPage() {
  const { t } = useTranslation('pathways');
  const { id } = useParams({ from: '/shell/pathways/$id' });
  const query = useQuery(
    ask(
      pathways.getPathway,
      { params: { id: Number(id) } },
      { failureIsShown: true, topics: ['pathways', 'deliveries', 'feedback'] },
    ),
  );
  const path = [{ label: t('title'), to: '/pathways/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(pathway) => (
        <Page
          title={pathway.title}
          path={path}
          lead={<About pathway={pathway} />}
          actions={<Actions pathway={pathway} />}
        >
          {pathway.trigger_ids.length === 0 && (
            <p className={classes.note} role="status">
              {t('no_trigger')}
            </p>
          )}
          <Panel title={t('steps.title')} flush>
            <ol className={classes.steps}>
              {pathway.steps.map((step) => (
                <StepRow key={step.id} step={step} />
              ))}
            </ol>
          </Panel>
          {pathway.scores.map((score) => (
            <ScoreCourse key={score.score_id} score={score} steps={pathway.steps} />
          ))}
        </Page>
      )}
    </Record>
  );
}

function About({ pathway }: { pathway: pathways.Pathway }) {
  const { t } = useTranslation('pathways');
  const { number } = useFormats();
  return (
    <FactLine>
      <Fact label={t('column.state')}>
        <PathwayState pathway={pathway} />
      </Fact>
      <Fact label={t('column.active')}>{number(pathway.active_people)}</Fact>
      <Fact label={t('column.completed')}>{number(pathway.completed_people)}</Fact>
      <Fact label={t('column.ended')}>{number(pathway.ended_people)}</Fact>
      <Fact label={t('triggers')}>{number(pathway.trigger_ids.length)}</Fact>
    </FactLine>
  );
}

function Actions({ pathway: { id } }: { pathway: pathways.Pathway }) {
  const { t } = useTranslation(['pathways', 'common']);
  const navigate = useNavigate();
  const may = useMay();
  return (
    <>
      {may('messages.list') && (
        <ButtonLink variant="default" to="/pathways/people" search={{ pathway_id: id }}>
          {t('people.title')}
        </ButtonLink>
      )}
      {may('surveys.update') && (
        <>
          <ButtonLink variant="default" to="/pathways/$id/edit" params={{ id: String(id) }}>
            {t('common:record.edit')}
          </ButtonLink>
          <DeleteButton
            what={t('what')}
            id={id}
            consequence={t('delete_text')}
            remove={() => call(pathways.deletePathway, { params: { id } })}
            changes={['pathways']}
            onDeleted={() => void navigate({ to: '/pathways/index' })}
          />
        </>
      )}
    </>
  );
}
