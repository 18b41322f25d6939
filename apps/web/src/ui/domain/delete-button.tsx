import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../api/invalidate.ts';
import type { Topic } from '../../api/topics.ts';
import { confirm } from '../kit/confirm.ts';
import { noticeFailedRequest, noticeSuccess, noticeTrouble } from './notices.ts';

/** What a deletion would bring about, as the server has said it. */
export interface Consequence {
  text: string;
  /** Why the server would refuse; then nobody is asked. Null: it would not. */
  refusal: string | null;
}

interface DeleteButtonProps {
  /** Kind of the record, such as "Category". It also stands in the notice "Category #12 was deleted." */
  what: string;
  id: number;
  /** Says in the question what else will be gone, and what stays. A function is called when the button is pressed. */
  consequence: string | (() => Promise<Consequence>);
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
  const foresee = useMutation({
    mutationFn: async (): Promise<Consequence> =>
      typeof consequence === 'string' ? { text: consequence, refusal: null } : consequence(),
    onError: noticeFailedRequest,
  });
  const ask = async () => {
    const foreseen = await foresee.mutateAsync().catch(() => null);
    if (!foreseen) return;
    const { text, refusal } = foreseen;
    if (refusal !== null) {
      noticeTrouble(t('record.not_deleted', { what, id }), refusal);
      return;
    }
    if (await confirm({ title: t('record.delete_title', { what, id }), text, dangerous: true })) mutate();
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
      loading={isPending || foresee.isPending}
      onClick={() => void ask()}
    >
      {t('record.delete')}
    </Button>
  );
}
