import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assign-panel.module.css';

export interface Assignable {
  id: number;
  title: string;
  /** Said beside the title. */
  remark?: string;
  /** True for what cannot be removed here. */
  isFixed?: boolean;
}

interface AddMenuProps {
  label: string;
  choices: readonly Assignable[];
  isBusy: boolean;
  /** Gets what was ticked, in the order in which it is offered. */
  onAdd: (ids: number[]) => void;
}

/** Shows a button that opens a list to search, in which one ticks records and adds them all at once. */
export function AddMenu({ label, choices, isBusy, onAdd }: AddMenuProps) {
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setTerm('');
      setTicked(new Set());
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(term.trim().toLowerCase()));
  const wanted = choices.map(({ id }) => id).filter((id) => ticked.has(id));
  const toggle = (id: number) =>
    setTicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return (
    <Combobox store={combobox} width={280} position="bottom-end" onOptionSubmit={(id) => toggle(Number(id))}>
      <Combobox.Target targetType="button">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy || choices.length === 0}
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={label}
          placeholder={t('list.search')}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options aria-label={label} aria-multiselectable className={classes.choices ?? ''}>
          {shown.length === 0 && <Combobox.Empty>{t('assign.no_match')}</Combobox.Empty>}
          {shown.map(({ id, title }) => (
            <Combobox.Option key={id} value={String(id)} active={ticked.has(id)} aria-selected={ticked.has(id)}>
              <span className={classes.choice}>
                <IconCheck size={14} stroke={2} aria-hidden className={classes.tick} data-shown={ticked.has(id)} />
                {title}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <Combobox.Footer>
          <Button
            size="compact-sm"
            fullWidth
            disabled={wanted.length === 0}
            onClick={() => {
              onAdd(wanted);
              combobox.closeDropdown();
            }}
          >
            {t('assign.add', { count: wanted.length })}
          </Button>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}
