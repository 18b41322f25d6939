import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddMenu, type Assignable } from './add-menu.tsx';
import classes from './assign-panel.module.css';
import { Panel } from '../kit/panel.tsx';
import { RemoveButton } from '../kit/row-buttons.tsx';

interface AssignPanelProps {
  title: string;
  /** Undefined while the records are being fetched. */
  assigned: readonly Assignable[] | undefined;
  available: readonly Assignable[];
  /** Text of the button that adds a record, such as "Add permission". */
  addLabel: string;
  empty: string;
  isBusy: boolean;
  /** Undefined where the person may not change the records. */
  onAdd?: ((ids: number[]) => void) | undefined;
  onRemove?: ((one: Assignable) => void) | undefined;
}

/** A longer list has a search field; a shorter one is read without it. */
const SEARCH_FROM = 8;

/** Lists the assigned records with a search field, and offers those that could be added. */
export function AssignPanel(props: AssignPanelProps) {
  const { title, assigned, available, addLabel, empty, isBusy, onAdd, onRemove } = props;
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const shown = assigned?.filter((one) => one.title.toLowerCase().includes(term.trim().toLowerCase())) ?? [];
  return (
    <Panel
      title={title}
      actions={onAdd && <AddMenu label={addLabel} choices={available} isBusy={isBusy} onAdd={onAdd} />}
      flush
    >
      {assigned && assigned.length > SEARCH_FROM && (
        <div className={classes.search}>
          <TextInput
            type="search"
            aria-label={t('assign.search', { title })}
            placeholder={t('list.search')}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className={classes.empty}>{assigned && (assigned.length === 0 ? empty : t('assign.no_match'))}</p>
      ) : (
        <ul className={classes.rows} aria-label={title}>
          {shown.map((one) => (
            <li key={one.id} className={classes.row}>
              <span>
                <span dir="auto">{one.title}</span>
                {one.remark && <span className={classes.remark}>{one.remark}</span>}
              </span>
              {onRemove && !one.isFixed && (
                <RemoveButton
                  disabled={isBusy}
                  label={t('assign.remove', { name: one.title })}
                  onClick={() => onRemove(one)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
