import { Alert, Button, Checkbox, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { messages, type ReplyOf } from '@wardvoice/contract';
import { addressOf } from '../../api/address.ts';
import { asApiError } from '../../api/api-error.ts';
import { refreshTopics } from '../../api/ask.ts';
import { request } from '../../api/call.ts';
import { noticeInvalid } from '../../ui/notices.ts';
import classes from './import-messages.module.css';

type Outcome = ReplyOf<typeof messages.importMessages>['data'];

/** A file of messages, from a sender that was cut off or for a trial; what became of each is told. */
export function ImportMessages() {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('import.button')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('import.title')}
        size={560}
        withCloseButton={false}
      >
        {isOpen && <ImportForm onClose={() => setIsOpen(false)} />}
      </Modal>
    </>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common']);
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [send, setSend] = useState(false);
  const upload = useMutation({
    mutationFn: async (chosen: File): Promise<Outcome> => {
      const form = new FormData();
      // Fields before the file: the server reads them in this order.
      form.append('send', send ? '1' : '0');
      form.append('file', chosen);
      const response = await request(addressOf(messages.importMessages), { method: 'POST', body: form });
      return ((await response.json()) as ReplyOf<typeof messages.importMessages>).data;
    },
    meta: { failureIsShown: true },
    onSuccess: () => refreshTopics(client, ['messages', 'errors']),
    onError: (cause) => {
      const { message, errors } = asApiError(cause);
      setProblem(errors['file']?.join(' ') ?? message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) return upload.mutate(file);
    setProblem(t('import.choose'));
    noticeInvalid();
  };
  if (upload.data) return <Result outcome={upload.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <FileInput
          label={t('import.file')}
          description={t('import.hint')}
          placeholder={t('import.placeholder')}
          withAsterisk
          data-autofocus
          value={file}
          error={problem}
          onChange={(chosen) => {
            setFile(chosen);
            setProblem(chosen && chosen.size > messages.MAX_IMPORT_BYTES ? t('import.too_large') : null);
          }}
        />
        <Checkbox
          label={t('import.send')}
          description={t('import.send_hint')}
          checked={send}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={upload.isPending}>
            {t('import.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Result({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common']);
  const { total, accepted, refused, declared, stray_bytes, results } = outcome;
  return (
    <Stack gap={12}>
      <Text role="status" fw={600}>
        {t('import.result', { accepted, total })}
      </Text>
      {declared !== null && declared !== total && (
        <Alert color="yellow">{t('import.declared', { declared, total })}</Alert>
      )}
      {stray_bytes > 0 && <Alert color="yellow">{t('import.stray', { count: stray_bytes })}</Alert>}
      {refused > 0 && <Text fz={13}>{t('import.refused', { count: refused })}</Text>}
      <ul className={classes.results} aria-label={t('import.results')}>
        {results.map(({ place, message_control_id, code, error }) => (
          <li key={place}>
            <span>
              {place}. {message_control_id ?? t('import.no_control_id')}
            </span>
            <span>{error ? `${code}: ${error.text}` : (code ?? t('import.acknowledgement'))}</span>
          </li>
        ))}
      </ul>
      {results.length < total && <Text fz={12}>{t('import.first', { count: results.length })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  );
}
