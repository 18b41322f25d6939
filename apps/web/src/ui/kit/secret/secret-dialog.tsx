import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyField } from './copy-field.tsx';

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
