import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';

/** Sets the role by hand, because Mantine overwrites a `role` property with "dialog". */
const asAlert = (content: HTMLElement | null) => content?.setAttribute('role', 'alertdialog');

interface ErrorDialogProps {
  title: string;
  /** Null while nothing went wrong; then nothing is shown. */
  error: Failure | null;
  onRetry: () => void;
}

/** Interrupts with what the server said and a button to try again, because what is on the screen cannot be trusted. */
export function ErrorDialog({ title, error, onRetry }: ErrorDialogProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState<Failure | null>(null);
  useEffect(() => {
    if (!error) setSeen(null);
  }, [error]);

  return (
    <Modal.Root opened={error !== null && error !== seen} onClose={() => setSeen(error)} centered size={440}>
      <Modal.Overlay />
      <Modal.Content ref={asAlert}>
        <Modal.Header role="none">
          <Modal.Title fw={600}>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text fz={14}>{error?.message}</Text>
          {error?.title && (
            <Text fz={13} c="dimmed" mt={4}>
              {error.title}
            </Text>
          )}
          <Group justify="flex-end" gap={8} mt={20}>
            <Button variant="default" onClick={() => setSeen(error)}>
              {t('close')}
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                setSeen(error);
                onRetry();
              }}
            >
              {t('retry')}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
