import { useTranslation } from 'react-i18next';
import type { consent } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { StateBasis } from './state-basis.tsx';

/** Shows the legal basis of a purpose, and what was stated before: by whom, from when and until when. */
export function PurposePanel({ stated }: { stated: consent.PurposeBasis }) {
  const { t } = useTranslation('consent_ledger');
  const { dateTime } = useFormats();
  const mayState = useMay()('applications.update');
  const purpose = t(`purpose.${stated.purpose}`);
  return (
    <Panel title={t(`purpose_title.${stated.purpose}`)} actions={mayState && <StateBasis stated={stated} />}>
      {stated.statements.length === 0 ? (
        <p className="wv-quiet">{t('no_basis')}</p>
      ) : (
        <ol aria-label={t('statements', { purpose })}>
          {stated.statements.map(({ basis, note, user_name, valid_from, valid_until }) => (
            <li key={valid_from}>
              {t(`basis.${basis}`)}, {t('from')} {dateTime(valid_from)}
              {valid_until && ` ${t('until')} ${dateTime(valid_until)}`}
              {user_name && `, ${t('by', { name: user_name })}`}
              {note && (
                <div className="wv-quiet" dir="auto">
                  {note}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
