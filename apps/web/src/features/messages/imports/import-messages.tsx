import { Button, Checkbox, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';
import { noticeInvalid } from '../../../ui/domain/notices.ts';
import { ImportResult } from './import-result.tsx';
import { ProgressPanel } from '../progress-panel.tsx';
import { useImportFile } from './use-import-file.ts';

/** A file of messages, from a sender that was cut off or for a trial; how far it is, and what became of each. */
export function ImportMessages() {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  const upload = useImportFile(isOpen);
  const close = () => {
    setIsOpen(false);
    // What ends while nobody looks is shown when it is opened again.
    if (!upload.isPending) upload.reset();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('import.button')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('import.title')} size={560} withCloseButton={false}>
        {!isOpen ? null : upload.outcome ? (
          <ImportResult outcome={upload.outcome} onClose={close} />
        ) : upload.isPending ? (
          <Underway upload={upload} onClose={close} />
        ) : (
          <ImportForm upload={upload} onClose={close} />
        )}
      </Modal>
    </>
  );
}

interface PartProps {
  upload: ReturnType<typeof useImportFile>;
  onClose: () => void;
}

function ImportForm({ upload, onClose }: PartProps) {
  const { t } = useTranslation(['messages', 'common']);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [send, setSend] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && !problem) return upload.start(file, send);
    setProblem(problem ?? t('import.choose'));
    noticeInvalid();
  };
  const { error } = upload;
  const failure = error && (error.errors['file']?.join(' ') ?? error.message);
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
          error={problem ?? failure}
          onChange={(chosen) => {
            upload.reset();
            setFile(chosen);
            setProblem(chosen && chosen.size > messages.MAX_IMPORT_BYTES ? t('import.too_large') : null);
          }}
        />
        {error?.isPassing && <Text fz={13}>{t('import.interrupted_text')}</Text>}
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
          <Button type="submit">{t('import.submit')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function Underway({ upload: { sent, progress }, onClose }: PartProps) {
  const { t } = useTranslation(['messages', 'common']);
  const { number, percent } = useFormats();
  const isSending = sent < 1 && !progress;
  return (
    <Stack gap={16}>
      {isSending ? (
        <ProgressPanel label={t('import.sending')} words={percent(sent)} share={sent} />
      ) : (
        <ProgressPanel
          label={t('import.storing')}
          words={progress ? t('import.progress', { done: number(progress.done), total: number(progress.total) }) : ''}
          share={progress ? progress.done / progress.total : 0}
        />
      )}
      <Text fz={13}>{t(isSending ? 'import.stay' : 'import.leave')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  );
}
