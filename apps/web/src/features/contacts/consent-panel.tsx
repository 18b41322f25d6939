import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { ConsentHistory } from '../../ui/domain/consent/consent-history.tsx';
import { PersonPurposes } from '../../ui/domain/consent/person-purposes.tsx';
import { RecordConsent } from '../../ui/domain/consent/record-consent.tsx';
import { useConsentWords } from '../../ui/domain/consent/use-consent-words.ts';
import { ChannelMark } from '../../ui/domain/marks.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './consent-panel.module.css';
import { OptOutDialog, type OptOutStep } from './opt-out-dialog.tsx';

/** Shows for each channel whether the person is written to, and everything that was agreed to and refused. */
export function ConsentPanel({ contact }: { contact: contacts.ContactDetail }) {
  const { t } = useTranslation('contacts');
  const words = useConsentWords();
  const { word } = useTerms();
  const mayUpdate = useMay()('contacts.update');
  const [step, setStep] = useState<OptOutStep | null>(null);
  const { data } = useQuery(ask(contacts.getConsent, { params: { id: contact.id } }));
  return (
    <Panel title={t('consent.title')} flush actions={<RecordConsent who={{ contactId: contact.id }} />}>
      <ul className={classes.rows} aria-label={t('consent.title')} aria-busy={!data}>
        {data?.data.channels.map(({ channel, address, source }) => (
          <li key={channel} className={classes.row}>
            <ChannelMark channel={channel} />
            <span className={classes.state}>
              {source
                ? t('consent.not_written', { how: words.source(source) })
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
      {data && <PersonPurposes purposes={data.data.purposes} />}
      {data && <ConsentHistory events={data.data.events} />}
      <OptOutDialog contact={contact} step={step} onClose={() => setStep(null)} />
    </Panel>
  );
}
