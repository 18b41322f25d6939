import { useTranslation } from 'react-i18next';
import type { patients } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import classes from './patient-page.module.css';

/** Lists what the patient wrote back, newest first. Each text links to its conversation. */
export function PatientTexts({ texts }: { texts: patients.PatientDetail['texts'] }) {
  const { t } = useTranslation('patients');
  const mayRead = useMay()('texts.list');
  if (texts.length === 0) return <p className={`${classes.empty} wv-quiet`}>{t('texts_empty')}</p>;
  return (
    <ul className={classes.list}>
      {texts.map(({ id, text, received_at }) => (
        <li key={id}>
          <div dir="auto">
            {mayRead ? (
              <AnchorLink to="/texts/$id" params={{ id: String(id) }} c="inherit">
                {text}
              </AnchorLink>
            ) : (
              text
            )}
          </div>
          <div className={classes.quiet}>
            <RelativeTime at={received_at} />
          </div>
        </li>
      ))}
    </ul>
  );
}
