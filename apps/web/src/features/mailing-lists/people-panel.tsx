import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feedback } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { SearchBox } from '../../ui/kit/search-box.tsx';
import { SurveySelect } from '../../ui/domain/pickers/record-select.tsx';
import { PersonOfList } from './person-of-list.tsx';
import classes from './people-panel.module.css';

type Person = feedback.PersonToAsk;

/** The server returns at most this many people. */
const MAX_FOUND = 20;

/** Chooses a survey and somebody of the list, who is then asked in person. */
export function PeoplePanel({ choices: { id, surveys, last_survey_id } }: { choices: feedback.ListSurvey }) {
  const { t } = useTranslation('mailing_lists');
  const [surveyId, setSurveyId] = useState(last_survey_id ?? (surveys.length === 1 ? surveys[0]?.id : undefined));
  const [term, setTerm] = useState<string>();
  const [contactId, setContactId] = useState<number>();
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
  if (surveyId !== undefined && contactId !== undefined)
    return (
      <PersonOfList listId={id} surveyId={surveyId} contactId={contactId} onLeave={() => setContactId(undefined)} />
    );
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
            <People people={people} onChoose={setContactId} />
          )}
          {people?.length === MAX_FOUND && (
            <p className={`${classes.note} wv-quiet`}>{t('take.first', { count: MAX_FOUND })}</p>
          )}
        </>
      )}
    </Panel>
  );
}

interface PeopleProps {
  people: readonly Person[] | undefined;
  onChoose: (contactId: number) => void;
}

function People({ people, onChoose }: PeopleProps) {
  const { t } = useTranslation('mailing_lists');
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const button = (person: Person) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('take.take_with', { name: person.name })}
      onClick={() => onChoose(person.id)}
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
