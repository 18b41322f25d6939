import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../api/invalidate.ts';
import type { Topic } from '../../api/topics.ts';
import { confirm } from '../kit/confirm.ts';
import { noticeSuccess } from './notices.ts';

interface DeleteButtonProps {
  /** Kind of the record, such as "Category". It also stands in the notice "Category #12 was deleted." */
  what: string;
  id: number;
  /** Says in the question what else will be gone, and what stays. */
  consequence: string;
  remove: () => Promise<unknown>;
  /** Topics whose data changes once the record is gone. */
  changes: [Topic, ...Topic[]];
  onDeleted: () => void;
}

/** Asks No or Yes, deletes the record, and says so for two seconds. */
export function DeleteButton({ what, id, consequence, remove, changes, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      noticeSuccess(t('record.deleted', { what, id }));
      onDeleted();
      void invalidate(...changes);
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
