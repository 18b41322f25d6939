import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { inPerson } from '@wardvoice/contract';
import { Fact, FactList } from '../../kit/facts.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useBirthDate } from '../use-birth-date.ts';
import classes from './in-person.module.css';

interface IsThisThePersonProps {
  person: inPerson.PersonHere;
  onYes: () => void;
  onNo: () => void;
}

const yesTo = (refusal: inPerson.RefusalInPerson | null) =>
  refusal === 'asked_lately'
    ? 'in_person.yes_again'
    : refusal === 'bereaved'
      ? 'in_person.yes_all_the_same'
      : 'in_person.yes';

/** Names the person as the application knows them, and asks the staff to compare. */
export function IsThisThePerson({ person, onYes, onNo }: IsThisThePersonProps) {
  const { t } = useTranslation('terms');
  const { refusal } = person;
  const isOverruled = refusal !== null && inPerson.isOverrulable(refusal);
  return (
    <Panel title={t('in_person.who_title')}>
      <p className={classes.text}>{t('in_person.who_text')}</p>
      <PersonFacts person={person} />
      {refusal && (
        <Alert role="alert" color={isOverruled ? 'yellow' : 'red'} icon={<IconAlertTriangle />} mt={16}>
          {refusal === 'bereaved' || refusal === 'asked_lately'
            ? t(`in_person.${refusal}`)
            : t('in_person.refused', { reason: t(`reason.${refusal}`) })}
        </Alert>
      )}
      <div className={classes.buttons}>
        {(!refusal || isOverruled) && <Button onClick={onYes}>{t(yesTo(refusal))}</Button>}
        <Button variant="default" onClick={onNo}>
          {t('in_person.not_this_person')}
        </Button>
      </div>
    </Panel>
  );
}

function PersonFacts({ person }: { person: inPerson.PersonHere }) {
  const { t } = useTranslation(['terms', 'common']);
  const birthDate = useBirthDate();
  const { contact_id, given_name, family_name, patient_id } = person;
  return (
    <div className={classes.facts}>
      <FactList>
        {/* The name of a contact is what somebody typed; beside it stands the name of the patient. */}
        {contact_id !== null && <Fact label={t('in_person.name')}>{person.name}</Fact>}
        <Fact label={t('in_person.family_name')}>{family_name}</Fact>
        <Fact label={t('in_person.given_name')}>{given_name}</Fact>
        {patient_id !== null && (
          <Fact label={t('in_person.born')}>{birthDate(person) ?? t('in_person.no_birth_date')}</Fact>
        )}
        <Fact label={t('in_person.number')}>{person.patient_identifier}</Fact>
        <Fact label={t('common:ward')}>{person.location}</Fact>
        <Fact label={t('in_person.room')}>{person.room}</Fact>
        <Fact label={t('in_person.bed')}>{person.bed}</Fact>
        <Fact label={t('in_person.phone')}>{person.phone}</Fact>
        <Fact label={t('in_person.email')}>{person.email}</Fact>
      </FactList>
    </div>
  );
}
