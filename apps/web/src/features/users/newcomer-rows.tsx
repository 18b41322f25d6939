import type { ReactNode } from 'react';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './newcomer-rows.module.css';

interface NewcomerRowsProps<T> {
  title: string;
  people: readonly T[];
  about: (person: T) => ReactNode;
  actions: (person: T) => ReactNode;
}

/** Lists people who have no access yet, with what can be done about each. */
export function NewcomerRows<T extends { id: number; name: string; email: string }>({
  title,
  people,
  about,
  actions,
}: NewcomerRowsProps<T>) {
  return (
    <Panel title={title} flush>
      <ul className={classes.rows} aria-label={title}>
        {people.map((person) => (
          <li key={person.id} className={classes.row}>
            <div className={classes.person}>
              <div className={classes.name} dir="auto">
                {person.name}
              </div>
              <div className={classes.about}>
                <span dir="ltr">{person.email}</span>
              </div>
              <div className={classes.about}>{about(person)}</div>
            </div>
            <div className={classes.actions}>{actions(person)}</div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
