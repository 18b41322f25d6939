import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function CopyRaw({ raw }: { raw: string }) {
  const { t } = useTranslation('messages');
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const Picture = copied ? IconCheck : IconCopy;
  return (
    <Button variant="default" leftSection={<Picture size={16} stroke={1.5} aria-hidden />} onClick={() => copy(raw)}>
      <span aria-live="polite">{copied ? t('copied') : t('copy_raw')}</span>
    </Button>
  );
}
