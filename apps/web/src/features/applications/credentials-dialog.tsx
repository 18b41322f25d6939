import { Alert, Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface Credentials {
  access_key: string;
  access_secret: string;
}

/** The only time that the secret is shown. It closes by its button alone, so that no stray click takes it away. */
export function CredentialsDialog({ credentials, onClose }: { credentials: Credentials | null; onClose: () => void }) {
  const { t } = useTranslation('applications');
  return (
    <Modal
      opened={credentials !== null}
      onClose={onClose}
      title={t('credentials.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={480}
    >
      {credentials && (
        <Stack gap={16}>
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {t('credentials.once')}
          </Alert>
          <Secret label={t('credentials.access_key')} value={credentials.access_key} />
          <Secret label={t('credentials.access_secret')} value={credentials.access_secret} focused />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('credentials.kept')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Secret({ label, value, focused = false }: { label: string; value: string; focused?: boolean }) {
  const { t } = useTranslation('applications');
  return (
    <Group align="flex-end" gap={8} wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        styles={{ input: { fontFamily: 'var(--wv-font-mono)', fontSize: 12 } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            data-autofocus={focused || undefined}
            aria-label={t('credentials.copy_label', { label })}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {t(copied ? 'credentials.copied' : 'credentials.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
