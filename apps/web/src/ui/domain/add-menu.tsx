import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
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
  onAdd: (id: number) => void;
}

/** Shows a button that opens a list to search and to choose one record from. */
export function AddMenu({ label, choices, isBusy, onAdd }: AddMenuProps) {
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setTerm('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(term.trim().toLowerCase()));
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-end"
      onOptionSubmit={(id) => {
        onAdd(Number(id));
        combobox.closeDropdown();
      }}
    >
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
        <Combobox.Options aria-label={label} className={classes.choices ?? ''}>
          {shown.length === 0 && <Combobox.Empty>{t('assign.no_match')}</Combobox.Empty>}
          {shown.map(({ id, title }) => (
            <Combobox.Option key={id} value={String(id)}>
              {title}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
