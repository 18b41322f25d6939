import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { showNotice } from './notices.ts';

/** Long enough to read it, to see what it was, and to reach the button. It stays longer under the pointer. */
const UNDO_MS = 10_000;

/** Says what was done, with a button that takes it back while the notice is shown. */
export function noticeDone(message: string, onUndo: () => void): void {
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const id = showNotice({
    message: (
      <Group justify="space-between" gap={8} wrap="nowrap">
        <span>{message}</span>
        <Button variant="default" size="compact-sm" onClick={undo}>
          {i18next.t('notice.undo')}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: UNDO_MS,
    role: 'status',
  });
}
