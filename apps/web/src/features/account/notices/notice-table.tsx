import { Checkbox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { inbox, notices } from '@wardvoice/contract';
import classes from './notice-settings.module.css';

type Kind = notices.OwnNotices['kinds'][number];
type Ways = Partial<Pick<Kind, 'email' | 'sms' | 'digest'>>;

interface NoticeTableProps {
  own: notices.OwnNotices;
  /** What the server says of a kind. */
  errors: Record<string, string[]>;
  onChange: (kind: inbox.InboxKind, ways: Ways) => void;
}

const COLUMNS = ['what', 'screen', 'email', 'sms', 'digest'] as const;

/** One row for each kind of notice, one column for each way to hear of it. */
export function NoticeTable({ own, errors, onChange }: NoticeTableProps) {
  const { t } = useTranslation('account');
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('own.notices')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`notices.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {own.kinds.map((row) => (
            <KindRow
              key={row.kind}
              row={row}
              error={errors[row.kind]?.[0]}
              countsDigest={own.digest_hour !== null}
              onChange={(ways) => onChange(row.kind, ways)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KindRowProps {
  row: Kind;
  error: string | undefined;
  /** False: no daily e-mail comes, so nothing is in it. */
  countsDigest: boolean;
  onChange: (ways: Ways) => void;
}

function KindRow({ row, error, countsDigest, onChange }: KindRowProps) {
  const { t } = useTranslation('account');
  const hint = useId();
  const kind = t(`notices.kind.${row.kind}`);
  const words = error ?? (row.must_reach ? t('notices.must_reach') : null);
  const box = (way: 'email' | 'sms' | 'digest', disabled = false) => (
    <Checkbox
      aria-label={t(`notices.by.${way}`, { kind })}
      aria-describedby={words && way !== 'digest' ? hint : undefined}
      aria-invalid={(error !== undefined && way !== 'digest') || undefined}
      checked={row[way]}
      disabled={disabled}
      onChange={(event) => onChange({ [way]: event.currentTarget.checked })}
    />
  );
  return (
    <tr>
      <th scope="row">
        {kind}
        {words && (
          <div id={hint} className={error ? classes.error : classes.hint} role={error ? 'alert' : undefined}>
            {words}
          </div>
        )}
      </th>
      <td>
        <IconCheck size={16} stroke={1.75} role="img" aria-label={t('notices.always')} />
      </td>
      <td>{box('email')}</td>
      <td>{row.offers_sms ? box('sms') : <span className={classes.hint}>{t('notices.not_offered')}</span>}</td>
      <td>{box('digest', !countsDigest)}</td>
    </tr>
  );
}
