import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.ts';
import { noticeSuccess } from './notices.ts';

interface DeleteButtonProps {
  /** "Category": also says what was deleted, as in "Category #12 was deleted." */
  what: string;
  id: number;
  /** What else will be gone, and what stays. */
  consequence: string;
  remove: () => Promise<unknown>;
  onDeleted: () => void;
}

/** Asks No or Yes, deletes, says so for two seconds. */
export function DeleteButton({ what, id, consequence, remove, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      noticeSuccess(t('record.deleted', { what, id }));
      onDeleted();
      void client.invalidateQueries();
    },
  });
  const ask = async () => {
    if (await confirm({ title: t('record.delete_title', { what, id }), text: consequence, dangerous: true })) mutate();
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={() => void ask()}
    >
      {t('record.delete')}
    </Button>
  );
}
