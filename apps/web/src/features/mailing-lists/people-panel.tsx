import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feedback } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useApplication } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { RelativeTime } from '../../ui/kit/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { SearchBox } from '../../ui/kit/search-box.tsx';
import { SurveySelect } from '../../ui/domain/pickers/record-select.tsx';
import { shortTime } from '../../ui/kit/time.ts';
import classes from './people-panel.module.css';

type Person = feedback.PersonToAsk;

/** The server returns at most this many people. */
const MAX_FOUND = 20;

/** Chooses a survey and somebody of the list, and opens the survey on this device. */
export function PeoplePanel({ choices: { id, surveys, last_survey_id } }: { choices: feedback.ListSurvey }) {
  const { t } = useTranslation('mailing_lists');
  const [surveyId, setSurveyId] = useState(last_survey_id ?? (surveys.length === 1 ? surveys[0]?.id : undefined));
  const [term, setTerm] = useState<string>();
  const { data: found } = useQuery({
    ...ask(
      feedback.listPeopleToAsk,
      { params: { id }, query: { survey_id: surveyId ?? 0, ...(term ? { term } : {}) } },
      { topics: ['feedback'] },
    ),
    enabled: surveyId !== undefined,
    placeholderData: keepPreviousData,
  });
  const people = found?.data;
  return (
    <Panel title={t('take.with')} flush>
      <div className={classes.tools}>
        <div className={classes.tool}>
          <SurveySelect
            label={t('take.survey')}
            choices={surveys}
            value={surveyId}
            allowDeselect={false}
            onChange={(survey) => setSurveyId(survey ?? undefined)}
          />
        </div>
        <div className={classes.tool}>
          <SearchBox value={term} hint={t('take.search_hint')} onSearch={setTerm} />
        </div>
      </div>
      {surveyId !== undefined && (
        <>
          {people?.length === 0 ? (
            <p className={`${classes.note} wv-quiet`}>{term ? t('take.no_match') : t('take.empty')}</p>
          ) : (
            <People listId={id} surveyId={surveyId} people={people} />
          )}
          {people?.length === MAX_FOUND && (
            <p className={`${classes.note} wv-quiet`}>{t('take.first', { count: MAX_FOUND })}</p>
          )}
          <p className={`${classes.note} wv-quiet`}>{t('take.opens')}</p>
        </>
      )}
    </Panel>
  );
}

interface PeopleProps {
  listId: number;
  surveyId: number;
  people: readonly Person[] | undefined;
}

function People({ listId, surveyId, people }: PeopleProps) {
  const { t } = useTranslation('mailing_lists');
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const { take, busyWith } = useTake(listId, surveyId);
  const button = (person: Person) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={busyWith === person.id}
      aria-label={t('take.take_with', { name: person.name })}
      onClick={() => void take(person)}
    >
      {t(person.asked?.state === 'open' ? 'take.go_on' : 'take.take')}
    </Button>
  );
  const lately = ({ asked }: Person) =>
    asked ? (
      <>
        {t(`take.asked.${asked.state}`)} · <RelativeTime at={asked.at} />
      </>
    ) : (
      <span className="wv-quiet">{t('take.not_asked')}</span>
    );
  const name = (person: Person) => <span dir="auto">{person.name}</span>;
  if (isPhone) {
    return (
      <ul className={classes.cards} aria-label={t('take.people')} aria-busy={!people}>
        {people?.map((person) => (
          <li key={person.id}>
            <RowCard title={name(person)} aside={button(person)} lines={[numberOf(person), lately(person)]} />
          </li>
        ))}
      </ul>
    );
  }
  const columns: Column<Person>[] = [
    { id: 'name', title: t('take.person'), render: name },
    { id: 'number', title: t('take.number'), from: 'medium', render: numberOf },
    { id: 'state', title: t('take.state'), render: lately },
    { id: 'take', title: t('take.actions'), titleHidden: true, width: 132, align: 'end', render: button },
  ];
  return (
    <DataTable
      caption={t('take.people')}
      columns={columns}
      rows={people}
      rowKey={(person) => person.id}
      skeletonRows={5}
    />
  );
}

/** Shows the number or address that tells people of the same name apart. */
const numberOf = ({ external_id, phone, email }: Person) => <span dir="ltr">{external_id ?? phone ?? email}</span>;

/** Opens the survey, after a question where the person was asked lately. */
function useTake(listId: number, surveyId: number) {
  const { t } = useTranslation('mailing_lists');
  const { locale } = useFormats();
  const zone = useApplication()?.time_zone;
  const invalidate = useInvalidate();
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: ({ id, again }: { id: number; again: boolean }) =>
      call(feedback.startListFeedback, {
        params: { id: listId },
        body: { feedback: { survey_id: surveyId, contact_id: id, again } },
      }),
    onSuccess: ({ data }) => window.location.assign(`/feedback/${data.token}?mailing_list=${listId}`),
    // Somebody else may have asked the person first. The fetched list shows it.
    onError: () => void invalidate('feedback'),
  });
  const take = async ({ id, name, asked }: Person) => {
    const again = asked !== null && asked.state !== 'open';
    if (again) {
      const when = shortTime(asked.at, locale, zone);
      const text = asked.state === 'answered' ? t('take.again_answered', { when }) : t('take.again_asked', { when });
      if (!(await confirm({ title: t('take.again_title', { name }), text }))) return;
    }
    mutate({ id, again });
  };
  return { take, busyWith: isPending || isSuccess ? variables.id : null };
}
