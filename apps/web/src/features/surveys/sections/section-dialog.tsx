import { Modal, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sections } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';

interface SectionDialogProps {
  surveyId: number;
  /** The section to change; `new` makes one at the end; null: the dialog is closed. */
  section: sections.Section | 'new' | null;
  onClose: () => void;
}

/** Makes a heading of a survey, or changes one. */
export function SectionDialog({ surveyId, section, onClose }: SectionDialogProps) {
  const { t } = useTranslation(['surveys', 'common']);
  return (
    <Modal
      opened={section !== null}
      onClose={onClose}
      title={t(section === 'new' ? 'sections.create_title' : 'sections.edit_title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {section && (
        <SectionForm surveyId={surveyId} section={section === 'new' ? undefined : section} onClose={onClose} />
      )}
    </Modal>
  );
}

type Values = { section: { title: string; introduction: string; version?: number } };

interface SectionFormProps {
  surveyId: number;
  section: sections.Section | undefined;
  onClose: () => void;
}

function SectionForm({ surveyId, section, onClose }: SectionFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const record = useRecordForm<Values, unknown>({
    schema: section ? sections.updateSection.body : sections.createSection.body,
    wrapper: 'section',
    values: {
      section: {
        title: section?.title ?? '',
        introduction: section?.introduction ?? '',
        ...(section ? { version: section.version } : {}),
      },
    },
    save: (body) =>
      section
        ? call(sections.updateSection, { params: { id: surveyId, sectionId: section.id }, body })
        : call(sections.createSection, { params: { id: surveyId }, body }),
    changes: ['surveys'],
    onSaved: () => {
      noticeSuccess(t('sections.saved'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={section ? t('common:record.save') : t('sections.add')} onCancel={onClose}>
      <TextInput
        label={t('common:record.title')}
        required
        maxLength={200}
        dir="auto"
        data-autofocus
        {...form.getInputProps('section.title')}
      />
      <Textarea
        label={t('sections.introduction')}
        description={t('sections.introduction_help')}
        autosize
        minRows={2}
        maxLength={2000}
        dir="auto"
        {...form.getInputProps('section.introduction')}
      />
    </Form>
  );
}
