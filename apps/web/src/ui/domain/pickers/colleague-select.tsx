import type { SelectProps } from '@mantine/core';
import type { feedbackRecords, ReplyOf } from '@wardvoice/contract';
import { RecordSelect } from './record-select.tsx';

type Colleague = ReplyOf<typeof feedbackRecords.listFeedbackChoices>['data']['people'][number];

interface ColleagueSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** Undefined while they are being fetched. */
  people: readonly Colleague[] | undefined;
  /** The ward of the record: only those who see it are offered. Null: only those who see every ward. */
  ward: string | null;
  /** Who has the record now, also when they are not offered any more. */
  present?: { id: number; name: string } | null;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Lets somebody choose who is to look after a record, among the colleagues who see it. */
export function ColleagueSelect({ people, ward, present = null, ...props }: ColleagueSelectProps) {
  const seeing = people?.filter(({ wards }) => wards.length === 0 || (ward !== null && wards.includes(ward)));
  const choices = seeing?.map(({ id, name }) => ({ id, title: name }));
  if (present && choices && !choices.some(({ id }) => id === present.id))
    choices.unshift({ id: present.id, title: present.name });
  return <RecordSelect choices={choices} {...props} />;
}
