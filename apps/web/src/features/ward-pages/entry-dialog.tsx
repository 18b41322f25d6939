import { Checkbox, Modal, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

/** What the dialog begins with: an entry that is changed, or a new one, with words where somebody took them over. */
export type Draft = wardPages.WardPageEntry | { id: null; did: string; done_on: string };

interface EntryDialogProps {
  page: wardPages.WardPageDetail;
  /** Null: the dialog is closed. */
  draft: Draft | null;
  onClose: () => void;
}

export function EntryDialog({ draft, onClose, ...rest }: EntryDialogProps) {
  const { t } = useTranslation(['ward_pages', 'common']);
  return (
    <Modal
      opened={draft !== null}
      onClose={onClose}
      title={t(draft?.id === null ? 'entry.add' : 'entry.change_title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {draft !== null && <EntryForm draft={draft} onClose={onClose} {...rest} />}
    </Modal>
  );
}

interface Values {
  entry: { said: string; did: string; done_on: string; published: boolean; version?: number };
}

function startOf(draft: Draft): Values['entry'] {
  if (draft.id === null)
    return { said: '', did: draft.did.slice(0, wardPages.MAX_DID), done_on: draft.done_on, published: true };
  const { said, did, done_on, published_at, version } = draft;
  return { said, did, done_on, published: published_at !== null, version };
}

function EntryForm({ page, draft, onClose }: EntryDialogProps & { draft: Draft }) {
  const { t } = useTranslation(['ward_pages', 'common']);
  const { id } = draft;
  const record = useRecordForm<Values, unknown>({
    schema: wardPages.updateWardPageEntry.body,
    wrapper: 'entry',
    values: { entry: startOf(draft) },
    save: (body) =>
      id === null
        ? call(wardPages.createWardPageEntry, { params: { id: page.id }, body })
        : call(wardPages.updateWardPageEntry, { params: { id: page.id, entryId: id }, body }),
    changes: ['ward_pages'],
    onSaved: () => {
      noticeSuccess(t(record.form.values.entry.published ? 'entry.published_done' : 'entry.draft_done'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t(id === null ? 'entry.add' : 'common:record.save')} onCancel={onClose}>
      <Textarea
        label={t('entry.said')}
        description={t('entry.said_help')}
        required
        autosize
        minRows={2}
        maxLength={wardPages.MAX_SAID}
        dir="auto"
        data-autofocus
        {...form.getInputProps('entry.said')}
      />
      <Textarea
        label={t('entry.did')}
        description={t('entry.did_help')}
        required
        autosize
        minRows={3}
        maxLength={wardPages.MAX_DID}
        dir="auto"
        {...form.getInputProps('entry.did')}
      />
      <TextInput
        type="date"
        label={t('entry.done_on')}
        description={t('entry.done_on_help')}
        required
        {...form.getInputProps('entry.done_on')}
      />
      <Checkbox
        label={t('entry.publish')}
        description={t('entry.publish_help')}
        {...form.getInputProps('entry.published', { type: 'checkbox' })}
      />
    </Form>
  );
}
