import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageTexts, type messages } from '@wardvoice/contract';
import { inOwnWords } from '../../../api/sentences.ts';
import { Fact, FactLine } from '../../../ui/kit/facts.tsx';

/** How the message came in, for engineers. */
export function MessageOrigin({ message }: { message: messages.MessageDetail }) {
  const { t } = useTranslation('messages');
  return (
    <FactLine>
      <Fact label={t('control_id')}>{message.message_control_id}</Fact>
      <Fact label={t('sender')}>
        {[message.sending_application, message.sending_facility].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t('source')}>{t(`source_name.${message.source}`)}</Fact>
      {message.silent && <Fact label={t('sends')}>{t('sends_nothing')}</Fact>}
      <Fact label={t('version')}>{message.version}</Fact>
    </FactLine>
  );
}

/** What is unusual about the message, if anything. */
export function MessageWarnings({ message }: { message: messages.MessageDetail }) {
  const { t } = useTranslation('messages');
  const warnings = [
    message.ignored_reason !== null && t('ignored', { reason: inOwnWords(message.ignored_reason) }),
    ...message.warnings.map((text) => t('unusual', { text: inOwnWords(text) })),
    message.processing_id && message.processing_id !== 'P' && t('test_message', { id: message.processing_id }),
    message.duplicate_count > 0 && t('duplicates', { count: message.duplicate_count }),
    message.control_id_reused && t('control_id_reused'),
    message.raw_truncated && t('truncated'),
    message.raw_removed_at !== null && t('raw_removed'),
    message.corrected_at !== null && t('corrected'),
    message.raw_removed_at === null && hasDoubtfulText(message) && t('undecodable'),
  ].filter((warning) => typeof warning === 'string' && warning !== '');
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} stroke={1.75} />}>
      <Stack gap={4}>
        {warnings.map((warning) => (
          <div key={String(warning)}>{warning}</div>
        ))}
      </Stack>
    </Alert>
  );
}

/** A message that was processed tells it by itself. */
const hasDoubtfulText = ({ raw_has_undecodable_bytes, warnings }: messages.MessageDetail): boolean =>
  raw_has_undecodable_bytes && !warnings.includes(messageTexts.WARNINGS.charset);
