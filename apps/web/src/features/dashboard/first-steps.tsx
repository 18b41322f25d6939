import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useApplication, useMay } from '../../api/session.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './dashboard.module.css';

type State = NonNullable<dashboard.Dashboard['first_steps']>;
type Name = 'survey' | 'people' | 'send' | 'answer' | 'feed';

interface Step {
  name: Name;
  isDone: boolean;
  /** What it takes is there, and this person may do it. */
  action: ReactNode;
}

/** What is still to be done until the first answer comes, for those who can do something about it. */
export function FirstSteps({ steps }: { steps: State }) {
  const { t } = useTranslation('dashboard');
  const may = useMay();
  const actions = useActions(steps);
  const { survey_id, mailing_list, has_triggers, has_messages, has_asked } = steps;
  if (!['surveys.create', 'mailing-lists.create', 'broadcasts.create'].some(may)) return null;
  const all: Step[] = [
    { name: 'survey', isDone: survey_id !== null, action: actions.survey },
    { name: 'people', isDone: mailing_list?.has_people === true || has_triggers, action: actions.people },
    { name: 'send', isDone: has_asked, action: actions.send },
    { name: 'answer', isDone: false, action: actions.answer },
    { name: 'feed', isDone: has_messages, action: actions.feed },
  ];
  return (
    <Panel title={t('first_steps.title')} flush>
      <ol className={classes.steps}>
        {all
          .filter(({ isDone }) => !isDone)
          .map(({ name, action }) => (
            <li key={name} className={classes.step}>
              <div>
                <p className={classes.stepTitle}>{t(`first_steps.${name}.title`)}</p>
                <p className="wv-quiet">{t(`first_steps.${name}.text`)}</p>
              </div>
              {action}
            </li>
          ))}
      </ol>
    </Panel>
  );
}

/** One button is the next thing to do; the others do not compete with it. */
function useActions({ survey_id, mailing_list, has_triggers, has_asked }: State): Record<Name, ReactNode> {
  const { t } = useTranslation('dashboard');
  const may = useMay();
  const application = useApplication();
  const hasPeople = mailing_list?.has_people === true;
  const list = mailing_list ? String(mailing_list.id) : null;
  return {
    survey: may('surveys.create') && <ButtonLink to="/surveys/create">{t('first_steps.survey.action')}</ButtonLink>,
    people:
      list === null
        ? may('mailing-lists.create') && (
            <ButtonLink variant={survey_id === null ? 'default' : 'filled'} to="/mailingList/create">
              {t('first_steps.people.action')}
            </ButtonLink>
          )
        : may('mailing-lists.view') && (
            <ButtonLink variant={survey_id === null ? 'default' : 'filled'} to="/mailingList/$id" params={{ id: list }}>
              {t('first_steps.people.fill')}
            </ButtonLink>
          ),
    send: survey_id !== null && hasPeople && list !== null && may('broadcasts.create') && (
      <ButtonLink to="/surveys/$id/broadcast" params={{ id: String(survey_id) }} search={{ list: Number(list) }}>
        {t('first_steps.send.action')}
      </ButtonLink>
    ),
    answer: has_asked && may('deliveries.list') && (
      <ButtonLink to="/deliveries/index" search={{ purpose: 'survey' }}>
        {t('first_steps.answer.action')}
      </ButtonLink>
    ),
    feed: application && may('messages.list') && (
      <ButtonLink
        variant="default"
        to={has_triggers || !may('applications.view') ? '/messages/index' : '/applications/$id'}
        params={{ id: String(application.id) }}
      >
        {t(has_triggers || !may('applications.view') ? 'first_steps.feed.messages' : 'first_steps.feed.triggers')}
      </ButtonLink>
    ),
  };
}
