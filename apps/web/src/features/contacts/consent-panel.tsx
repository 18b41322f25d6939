import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { ChannelMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './consent-panel.module.css';
import { OptOutDialog, type OptOutStep } from './opt-out-dialog.tsx';

/** Shows for each channel whether the person is written to, and every opt-out that was noted or taken back. */
export function ConsentPanel({ contact }: { contact: contacts.ContactDetail }) {
  const { t, i18n } = useTranslation('contacts');
  const { word } = useTerms();
  const mayUpdate = useMay()('contacts.update');
  const [step, setStep] = useState<OptOutStep | null>(null);
  const { data } = useQuery(ask(contacts.getConsent, { params: { id: contact.id } }));
  const how = (source: string) => i18n.t(`contacts:consent.source.${source}`, { defaultValue: source });
  return (
    <Panel title={t('consent.title')} flush>
      <ul className={classes.rows} aria-label={t('consent.title')} aria-busy={!data}>
        {data?.data.channels.map(({ channel, address, source }) => (
          <li key={channel} className={classes.row}>
            <ChannelMark channel={channel} />
            <span className={classes.state}>
              {source
                ? t('consent.not_written', { how: how(source) })
                : address
                  ? t('consent.written')
                  : t('consent.no_address')}
            </span>
            {mayUpdate && (source || address) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t(source ? 'consent.take_back_of' : 'consent.note_of', {
                  channel: word('channel', channel),
                })}
                onClick={() => setStep({ channel, takesBack: source !== null })}
              >
                {source ? t('consent.take_back') : t('consent.note')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.data.changes.length === 0 ? (
        <p className={`${classes.ledger} wv-quiet`}>{t('consent.none')}</p>
      ) : (
        <ol className={classes.ledger} aria-label={t('consent.ledger')}>
          {data?.data.changes.map((change) => (
            <li key={change.id}>
              <div>
                {t(`consent.change.${change.change}`, { channel: word('channel', change.channel) })},{' '}
                {change.user_name ? t('consent.by', { name: change.user_name }) : how(change.source)},{' '}
                <RelativeTime at={change.at} />
              </div>
              <div className={classes.reason}>
                <span dir="ltr">{change.address}</span>
                {change.reason && <span dir="auto"> · {change.reason}</span>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <OptOutDialog contact={contact} step={step} onClose={() => setStep(null)} />
    </Panel>
  );
}
