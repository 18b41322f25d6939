import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A text with a button that copies it. */
export function CopyField({ label, value, focused = false }: { label: string; value: string; focused?: boolean }) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap={8} wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        dir="ltr"
        styles={{ input: { fontFamily: 'var(--wv-font-mono)', fontSize: 12 } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            data-autofocus={focused || undefined}
            aria-label={t('secret.copy_label', { label })}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {t(copied ? 'secret.copied' : 'secret.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
