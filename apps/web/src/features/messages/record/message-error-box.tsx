import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { inOwnWords } from '../../../api/sentences.ts';

export function MessageErrorBox({ error }: { error: NonNullable<messages.Message['error']> }) {
  const { t } = useTranslation('messages');
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} stroke={1.75} />} title={t('error_title')}>
      {inOwnWords(error.text)}
      <div className="wv-code">
        {[t('error_code', { code: error.code }), error.field && t('error_field', { field: error.field })]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </Alert>
  );
}
