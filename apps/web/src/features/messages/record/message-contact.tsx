import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { useTerms } from '../../../ui/domain/terms.ts';
import { Fact, FactList } from '../../../ui/kit/facts.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';

/** How the patient can be reached by what this message says, each with the field that it was read from. */
export function MessageContact({ message }: { message: messages.MessageDetail }) {
  const { t } = useTranslation('messages');
  const { languageName } = useTerms();
  const { language } = message;
  const { phone, email } = message.hl7_message_pid;
  const from = (field: string | undefined) => {
    if (message.corrected_at !== null) return t('contact.corrected');
    return field && t('contact.from', { field });
  };
  const sourceOf = (says: (value: string) => boolean) =>
    from(contactFields(message).find(({ value }) => says(value))?.address);
  const shown = (value: string, source: string | undefined) => [value, source].filter(Boolean).join(' · ');
  return (
    <Panel title={t('contact.title')}>
      {phone === null && email === null && <p className="wv-quiet">{t('contact.none')}</p>}
      <FactList>
        <Fact label={t('phone')}>
          {phone &&
            shown(
              phone,
              sourceOf((value) => hasNumber(value, phone)),
            )}
        </Fact>
        <Fact label={t('email')}>
          {email &&
            shown(
              email,
              sourceOf((value) => value.toLowerCase().includes(email.toLowerCase())),
            )}
        </Fact>
        <Fact label={t('contact.language')}>{language && shown(languageName(language), from('PID-15'))}</Fact>
      </FactList>
    </Panel>
  );
}

/** The fields of the message from which phone and e-mail are read. */
const contactFields = ({ segments }: messages.MessageDetail) =>
  segments
    .filter(({ name }) => name === 'PID')
    .flatMap(({ fields }) => fields)
    .filter(({ address }) => /^PID-(?:13|40)(?!\d)/.test(address));

/** Senders write a number without its country, so the last digits are compared. */
const LAST_DIGITS = 7;
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const hasNumber = (value: string, phone: string): boolean =>
  digitsOf(value).includes(digitsOf(phone).slice(-LAST_DIGITS));
