import { Alert, Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SecretDialogProps {
  title: string;
  /** Says that this is the only time. */
  warning: string;
  /** What can be copied. The last one is the secret and has the focus. Null: the dialog is closed. */
  values: readonly { label: string; value: string }[] | null;
  /** Text of the button that closes it. */
  close: string;
  onClose: () => void;
}

/** The only time that a secret is shown. It closes by its button alone, so that no stray click takes it away. */
export function SecretDialog({ title, warning, values, close, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened={values !== null}
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={480}
    >
      {values && (
        <Stack gap={16}>
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {warning}
          </Alert>
          {values.map(({ label, value }, position) => (
            <CopyField key={label} label={label} value={value} focused={position === values.length - 1} />
          ))}
          <Group justify="flex-end">
            <Button onClick={onClose}>{close}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

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
