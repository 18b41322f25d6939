import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { inPerson } from '@wardvoice/contract';
import { useFormats } from '../../kit/formats.ts';
import { Panel } from '../../kit/panel.tsx';
import { QrCode } from '../../kit/qr-code.tsx';
import classes from './in-person.module.css';

interface LinkToScanProps {
  person: inPerson.PersonHere;
  link: { link: string; expires_at: string };
  onHide: () => void;
  onLeave: () => void;
}

/** Shows the person's own link as a QR code, and when it was begun and answered. Once it was answered, the code is gone. */
export function LinkToScan({ person: { name, offer }, link, onHide, onLeave }: LinkToScanProps) {
  const { t } = useTranslation(['terms', 'common']);
  const { shortDateTime } = useFormats();
  const isAnswered = offer?.state === 'answered';
  return (
    <Panel title={t('in_person.code_title', { name })}>
      {!isAnswered && (
        <>
          <QrCode text={link.link} label={t('in_person.code_label')} large />
          <p className={classes.text}>
            {t('in_person.code_text')} {t('in_person.valid_until', { when: shortDateTime(link.expires_at) })}
          </p>
        </>
      )}
      <p role="status" className={classes.state}>
        <Progress offer={offer} />
      </p>
      <div className={classes.buttons}>
        {isAnswered ? (
          <Button onClick={onLeave}>{t('common:close')}</Button>
        ) : (
          <Button variant="default" onClick={onHide}>
            {t('in_person.hide_code')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Progress({ offer }: Pick<inPerson.PersonHere, 'offer'>) {
  const { t } = useTranslation('terms');
  const { shortDateTime } = useFormats();
  if (offer?.answered_at) return t('in_person.state_answered', { when: shortDateTime(offer.answered_at) });
  return offer?.begun_at
    ? t('in_person.state_begun', { when: shortDateTime(offer.begun_at) })
    : t('in_person.state_open');
}
