import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { Bar } from './bar.tsx';
import classes from './results.module.css';

/** A chart that is a table: groups with their scores as bars. */
export function GroupTable({ title, groups }: { title: string; groups: readonly results.Group[] }) {
  const { t } = useTranslation('results');
  const { number } = useFormats();
  if (groups.length === 0) return null;
  return (
    <Panel title={title}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('group')}</th>
            <th scope="col" colSpan={2}>
              {t('score')}
            </th>
            <th scope="col" className={classes.end}>
              {t('answers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.title}>
              <th scope="row">
                <bdi>{group.title === null ? t('rest') : group.title || t('without')}</bdi>
              </th>
              <td className={classes.wide}>
                <Bar share={(group.score ?? 0) / 100} />
              </td>
              <td className={classes.end}>{group.score === null ? t('not_told') : number(group.score)}</td>
              <td className={classes.end}>{number(group.answered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
