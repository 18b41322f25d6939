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
      <dl className={classes.trio}>
        {(['open', 'unclaimed', 'mine'] as const).map((name) => (
          <div key={name} data-alarm={(name === 'unclaimed' && cases.unclaimed > 0) || undefined}>
            <dt>{t(`cases.${name}`)}</dt>
            <dd>{number(cases[name])}</dd>
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
