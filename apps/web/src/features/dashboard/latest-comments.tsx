import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { FeedbackLink } from '../../ui/domain/answers/feedback-link.tsx';
import { NamesLeftOut } from '../../ui/domain/answers/names-left-out.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './dashboard.module.css';

export function LatestComments({ feedback }: { feedback: dashboard.Dashboard['feedback'] }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { number, percent } = useFormats();
  const none = t('common:none');
  const figures = [
    {
      label: t('feedback.score'),
      value: feedback.score === null ? none : number(feedback.score, { maximumFractionDigits: 0 }),
      unit: feedback.score !== null && t('feedback.score_of'),
    },
    {
      label: t('feedback.response_rate'),
      value: feedback.response_rate === null ? none : percent(feedback.response_rate / 100),
    },
    { label: t('feedback.answers'), value: number(feedback.answers) },
  ];
  return (
    <Panel className={classes.full ?? ''} title={t('feedback.title')}>
      <div className={classes.feedback}>
        <div>
          <dl className={classes.trio}>
            {figures.map(({ label, value, unit }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {value} {unit && <span className={classes.unit}>{unit}</span>}
                </dd>
              </div>
            ))}
          </dl>
          {feedback.de_escalation && <AskedAgain figures={feedback.de_escalation} />}
        </div>
        {feedback.comments && <Comments comments={feedback.comments} />}
      </div>
    </Panel>
  );
}

function Comments({ comments }: { comments: NonNullable<dashboard.Dashboard['feedback']['comments']> }) {
  const { t } = useTranslation('dashboard');
  return (
    <div>
      <h3 className={classes.subtitle}>{t('feedback.comments')}</h3>
      {comments.length === 0 ? (
        <p className={classes.note}>{t('feedback.no_comments')}</p>
      ) : (
        <ul className={classes.comments}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <p className={classes.comment}>{comment.text}</p>
              <p className={classes.commentBy}>
                {comment.location && <span>{comment.location}</span>}
                <FeedbackLink id={comment.feedback_id} />
                <RelativeTime at={comment.at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <NamesLeftOut of={comments} />
    </div>
  );
}

/** The same people before their case and after it; the server tells nothing of fewer than five. */
function AskedAgain({ figures }: { figures: NonNullable<dashboard.Dashboard['feedback']['de_escalation']> }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  return (
    <section aria-label={t('feedback.de_escalation')}>
      <h3 className={classes.subtitle}>{t('feedback.de_escalation')}</h3>
      <table className={classes.funnel} aria-label={t('feedback.de_escalation')}>
        <tbody>
          {(['before', 'after'] as const).map((moment) => (
            <tr key={moment}>
              <th scope="row">{t(`feedback.${moment}`)}</th>
              <td className={classes.barCell}>
                <span
                  className={classes.bar}
                  data-moment={moment}
                  style={{ inlineSize: `${figures[moment] * 0.8}%` }}
                />
                <span className={classes.barCount}>{number(figures[moment], { maximumFractionDigits: 0 })}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>{t('feedback.de_escalation_of', { count: figures.cases })}</p>
    </section>
  );
}
