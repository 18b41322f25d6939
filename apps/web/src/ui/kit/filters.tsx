import { Button, Checkbox, CloseButton, Popover, Radio, Stack, TextInput } from '@mantine/core';
import { IconCirclePlus } from '@tabler/icons-react';
import clsx from 'clsx';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filters.module.css';
import { listed, useFormats } from './formats.ts';

interface Common {
  /** Name of the filter in the address of the screen and in the query of the call. */
  id: string;
  label: string;
  /** What is said when no row passes this filter alone, such as that everything has been read; undefined where that is no news. */
  none?: { title: string; text: string } | undefined;
}

interface Option {
  value: string;
  label: string;
}

export type Filter =
  /** One of the options, or with `choices` several, with commas between them. */
  | (Common & { kind: 'choice' | 'choices'; options: readonly Option[] })
  | (Common & { kind: 'text' | 'date'; hint?: string })
  /** The filter is on or off; its value is "1" while it is on. */
  | (Common & { kind: 'flag' });

interface FilterChipProps {
  filter: Filter;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Shows one filter, dashed while it is off and filled while it is on. Its value is kept in the address of the screen. */
export function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const { t } = useTranslation();
  const { plainDate } = useFormats();
  const [open, setOpen] = useState(false);
  const on = value !== undefined && value !== '' && value !== '0';
  const shown = on ? shownValue(filter, value, plainDate) : '';
  const set = (next: string | undefined) => {
    setOpen(false);
    onChange(next || undefined);
  };

  const label =
    on && filter.kind !== 'flag'
      ? t('list.change_filter', { label: filter.label, value: shown })
      : t('list.add_filter', { label: filter.label });
  const face = (
    <button
      type="button"
      className={classes.face}
      aria-label={label}
      aria-pressed={filter.kind === 'flag' ? on : undefined}
      onClick={() => (filter.kind === 'flag' ? set(on ? undefined : '1') : setOpen(!open))}
    >
      {!on && <IconCirclePlus size={15} stroke={1.75} aria-hidden />}
      <span>{filter.label}</span>
      {on && filter.kind !== 'flag' && <bdi className={classes.value}>{shown}</bdi>}
    </button>
  );

  return (
    <div className={clsx(classes.chip, on && classes.on)}>
      {filter.kind === 'flag' ? (
        face
      ) : (
        <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>{face}</Popover.Target>
          <Popover.Dropdown aria-label={filter.label}>
            <Choice filter={filter} value={value} onChoose={set} />
          </Popover.Dropdown>
        </Popover>
      )}
      {on && (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={t('list.remove_filter', { label: filter.label })}
          onClick={() => set(undefined)}
        />
      )}
    </div>
  );
}

function shownValue(filter: Filter, value: string, plainDate: (day: string) => string): string {
  if ('options' in filter) {
    const labelOf = (one: string) => filter.options.find((option) => option.value === one)?.label ?? one;
    return listed(chosenIn(filter, value).map(labelOf));
  }
  return filter.kind === 'date' ? plainDate(value) : value;
}

const chosenIn = ({ kind }: Filter, value: string): string[] =>
  kind === 'choices' ? value.split(',').filter(Boolean) : value ? [value] : [];

/** A longer list has a search field; a shorter one is read without it. */
const SEARCH_FROM = 8;
const MAX_SHOWN = 50;

interface ChoiceProps {
  filter: Exclude<Filter, { kind: 'flag' }>;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
}

function Choice({ filter, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(filter.kind === 'date' ? (value ?? '').slice(0, 10) : (value ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(draft.trim());
  };
  return (
    <form className={classes.choice} onSubmit={submit}>
      {'options' in filter ? (
        <Options filter={filter} value={draft} onChange={setDraft} />
      ) : (
        <TextInput
          label={filter.label}
          description={filter.hint}
          type={filter.kind}
          value={draft}
          data-autofocus
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      <Button type="submit" fullWidth mt={12}>
        {t('list.apply')}
      </Button>
    </form>
  );
}

interface OptionsProps {
  filter: Extract<Filter, { options: readonly Option[] }>;
  value: string;
  onChange: (value: string) => void;
}

function Options({ filter, value, onChange }: OptionsProps) {
  const { label, options, kind } = filter;
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const isLong = options.length > SEARCH_FROM;
  const chosen = chosenIn(filter, value);
  const unknown = chosen.filter((one) => options.every((option) => option.value !== one));
  const fitting = [...unknown.map((one) => ({ value: one, label: one })), ...options].filter((option) =>
    option.label.toLowerCase().includes(term.trim().toLowerCase()),
  );
  const Input = kind === 'choices' ? Checkbox : Radio;
  const list = (
    <Stack gap={10} mt={8} className={classes.options}>
      {fitting.slice(0, MAX_SHOWN).map((option, index) => (
        <Input
          key={option.value}
          size="xs"
          value={option.value}
          label={option.label}
          data-autofocus={(!isLong && index === 0) || undefined}
        />
      ))}
      {fitting.length === 0 && <p className="wv-quiet">{t('assign.no_match')}</p>}
      {fitting.length > MAX_SHOWN && <p className="wv-quiet">{t('list.more_options')}</p>}
    </Stack>
  );
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          mb={8}
          aria-label={t('assign.search', { title: label })}
          placeholder={t('list.search')}
          value={term}
          data-autofocus
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      {kind === 'choices' ? (
        <Checkbox.Group label={label} value={chosen} onChange={(values) => onChange(values.join(','))}>
          {list}
        </Checkbox.Group>
      ) : (
        <Radio.Group label={label} value={value} onChange={onChange}>
          {list}
        </Radio.Group>
      )}
    </>
  );
}
