import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { account, applications, isTypedAs } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidateAll } from '../../api/invalidate.ts';
import { renewSession } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';

/** Asks No or Yes; an application that has messages then asks for its title, for all of a hospital's data goes with it. */
export function DeleteApplication({ id, title }: { id: number; title: string }) {
  const { t } = useTranslation(['applications', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (confirmed: string | undefined) =>
      call(applications.deleteApplication, { params: { id }, query: confirmed ? { confirm: confirmed } : {} }),
    onSuccess: async () => {
      noticeSuccess(t('common:record.deleted', { what: t('what'), id }));
      setIsAsking(false);
      renewSession(await call(account.getSession, {}));
      await navigate({ to: '/applications/index' });
      // It may have been the organisation that the session worked in.
      void invalidateAll(client);
    },
    onError: (cause) => {
      if (asApiError(cause).status === 409 && !isAsking) setIsAsking(true);
      else noticeFailedRequest(cause);
    },
  });
  const start = async () => {
    setTyped('');
    const question = {
      title: t('common:record.delete_title', { what: t('what'), id }),
      text: t('delete.text', { title }),
    };
    if (await confirm({ ...question, dangerous: true })) mutate(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTypedAs(typed, title)) mutate(typed.trim());
  };
  return (
    <>
      <Button
        variant="default"
        loading={isPending && !isAsking}
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={() => void start()}
      >
        {t('common:record.delete')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('delete.title', { title })}
        size={480}
        withCloseButton={false}
      >
        <form onSubmit={submit}>
          <Text fz={14} mb={12}>
            {t('delete.has_messages')}
          </Text>
          <TextInput
            label={t('delete.type', { title })}
            value={typed}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8} mt={20}>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" color="red" loading={isPending} disabled={!isTypedAs(typed, title)}>
              {t('delete.submit')}
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
