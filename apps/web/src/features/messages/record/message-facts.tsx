import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { Fact } from '../../../ui/kit/facts.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { RelativeTime, useNow } from '../../../ui/kit/time/relative-time.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { ageInYears } from '../../../ui/kit/time/time.ts';

/** The facts that tell one patient and event from another, for a line or a list. */
export function MessageFacts({ message }: { message: messages.Message }) {
  const { t } = useTranslation(['messages', 'common']);
  const { plainDate } = useFormats();
  const { sex, patientClass } = useTerms();
  const age = ageInYears(message.birth_date, useNow());
  const person = [
    message.birth_date && t('common:born', { date: plainDate(message.birth_date) }),
    age !== null && t('common:age', { count: age }),
    sex(message.sex),
  ];
  return (
    <>
      <Fact label={t('identifier')}>{message.patient_identifier}</Fact>
      <Fact label={t('common:patient')}>{person.filter(Boolean).join(', ')}</Fact>
      <Fact label={t('common:ward')}>
        {[message.location, patientClass(message.patient_class)].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t('visit')}>{message.visit_number}</Fact>
      <Fact label={t('happened')}>
        <RelativeTime at={message.event_at} exact />
      </Fact>
    </>
  );
}
