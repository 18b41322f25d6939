import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface Question {
  /** The title names what will happen on Yes. */
  title: string;
  text: string;
  /** The change cannot be taken back. */
  dangerous?: boolean;
}

/** Asks No or Yes, with the focus on No. Resolves to true for Yes; closing the box counts as No. */
export function confirm({ title, text, dangerous = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: text,
      labels: { cancel: i18next.t('no'), confirm: i18next.t('yes') },
      cancelProps: { 'data-autofocus': true },
      confirmProps: dangerous ? { color: 'red' } : {},
      withCloseButton: false,
      size: 440,
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
      onConfirm: () => resolve(true),
    });
  });
}
