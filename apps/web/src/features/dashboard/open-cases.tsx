import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './dashboard.module.css';
import { shareOf } from './figures.ts';

interface OpenCasesProps {
  cases: dashboard.Dashboard['cases'];
  linked: boolean;
}

const ALARMING: readonly string[] = ['unclaimed', 'overdue'];
const OVERDUE = { overdue: '1', sort: 'due_at' } as const;

export function OpenCases({ cases, linked }: OpenCasesProps) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const most = Math.max(1, ...cases.by_age.map(({ count }) => count));
  return (
    <Panel
      title={t('cases.title')}
      actions={
        linked && (
          <AnchorLink to="/cases/index" search={{ open: '1' }} fz={13}>
            {t('cases.all')}
          </AnchorLink>
        )
      }
    >
      <dl className={classes.four}>
        {(['open', 'unclaimed', 'mine', 'overdue'] as const).map((name) => (
          <div key={name} data-alarm={(ALARMING.includes(name) && cases[name] > 0) || undefined}>
            <dt>{t(`cases.${name}`)}</dt>
            <dd>
              {name === 'overdue' && linked && cases.overdue > 0 ? (
                <AnchorLink to="/cases/index" search={OVERDUE} c="inherit" aria-label={t('cases.show_overdue')}>
                  {number(cases.overdue)}
                </AnchorLink>
              ) : (
                number(cases[name])
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.subtitle}>{t('cases.by_age')}</h3>
      <table className={classes.funnel} aria-label={t('cases.by_age')}>
        <tbody>
          {cases.by_age.map(({ age, count }) => (
            <tr key={age}>
              <th scope="row">{t(`cases.${age}`)}</th>
              <td className={classes.barCell}>
                <span
                  className={classes.bar}
                  style={{ inlineSize: `${shareOf(count, most) * 100}%` }}
                  data-age={age}
                  data-none={count === 0 || undefined}
                />
                <span className={classes.barCount}>{number(count)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
