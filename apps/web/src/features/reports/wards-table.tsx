import { useTranslation } from 'react-i18next';
import type { reports } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnswersLink } from './answers-link.tsx';
import { PlaceSign } from './charts/marks.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

/** Wards by name, each with what its share means. It is no ranking. */
export function WardsTable({ report: { measure, wards } }: { report: reports.WardsReport }) {
  const { t } = useTranslation('reports');
  return (
    <table className={classes.table} aria-label={t('wards.by_name')}>
      <thead>
        <tr>
          <th scope="col">{t('ward')}</th>
          <th scope="col" className={classes.end}>
            {t(`measure.${measure}`)}
          </th>
          <th scope="col" className={classes.end}>
            {t(measure === 'satisfied' ? 'answers' : 'asked')}
          </th>
          <th scope="col">{t('meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {wards.map((ward) => (
          <WardRow key={ward.title} ward={ward} measure={measure} />
        ))}
      </tbody>
    </table>
  );
}

function WardRow({ ward, measure }: { ward: reports.WardFigures; measure: reports.Share }) {
  const { t } = useTranslation('reports');
  const { number } = useFormats();
  const { figure } = useReportWords();
  const { title, share, count, place, lower_95, upper_95, answers } = ward;
  const name = title === null ? t('wards.rest') : title || t('wards.unknown');
  return (
    <tr>
      <th scope="row">
        <bdi>{answers ? <AnswersLink answers={answers}>{name}</AnswersLink> : name}</bdi>
      </th>
      <td className={classes.end}>{figure(share, measure)}</td>
      <td className={classes.end}>{number(count)}</td>
      <td>
        <PlaceSign place={place} /> {place && t(`place.${place}`)}
        {lower_95 !== undefined && upper_95 !== undefined && (
          <span className={classes.help}>
            {' '}
            {t('wards.expected', { lower: figure(lower_95, measure), upper: figure(upper_95, measure) })}
          </span>
        )}
      </td>
    </tr>
  );
}
