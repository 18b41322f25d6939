import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/kit/formats.ts';
import { Bar } from './bar.tsx';
import classes from './results.module.css';

interface ShareTableProps {
  label: string;
  /** What the rows are: answers, ranges, months. */
  head: string;
  /** A row without a share is an answer that does not count. */
  rows: readonly { title: string; count: number; share: number | null }[];
}

/** How many people gave each answer, as a bar with its numbers. */
export function ShareTable({ label, head, rows }: ShareTableProps) {
  const { t } = useTranslation('results');
  const { number, percent } = useFormats();
  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.hiddenHead}>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" colSpan={2}>
            {t('share')}
          </th>
          <th scope="col">{t('answers')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, count, share }, index) => (
          <tr key={index}>
            <th scope="row">
              <bdi>{title}</bdi>
            </th>
            <td className={classes.wide}>
              {share === null ? <span className={classes.help}>{t('does_not_count')}</span> : <Bar share={share} />}
            </td>
            <td className={classes.end}>{share === null ? '–' : percent(share)}</td>
            <td className={classes.end}>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
