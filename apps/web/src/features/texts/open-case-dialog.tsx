import { Button, Modal, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { DepartmentSelect } from '../../ui/department-select.tsx';
import { Form } from '../../ui/form.tsx';
import { noticeSuccess } from '../../ui/notices.ts';
import { useRecordForm } from '../../ui/use-record-form.ts';

/** A person finds that somebody has to see to what was written. */
export function OpenCaseDialog({ textId }: { textId: number }) {
  const { t } = useTranslation(['texts', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('case_button')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('case_title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <CaseForm textId={textId} onClose={close} />
      </Modal>
    </>
  );
}

interface Values {
  case: { text_id: number; department_id: number | null; note: string };
}

function CaseForm({ textId, onClose }: { textId: number; onClose: () => void }) {
  const { t } = useTranslation('texts');
  const navigate = useNavigate();
  const record = useRecordForm<Values, ReplyOf<typeof cases.createCase>>({
    schema: cases.createCase.body,
    wrapper: 'case',
    values: { case: { text_id: textId, department_id: null, note: '' } },
    save: (body) => call(cases.createCase, { body }),
    onSaved: ({ data }) => {
      noticeSuccess(t('case_done'));
      void navigate({ to: '/cases/$id', params: { id: String(data.id) } });
    },
  });
  return (
    <Form of={record} submit={t('case_submit')} onCancel={onClose}>
      <Text size="sm">{t('case_help')}</Text>
      <DepartmentSelect
        value={record.form.values.case.department_id}
        error={record.form.errors['case.department_id']}
        onChange={(id) => record.form.setFieldValue('case.department_id', id)}
      />
      <Textarea
        label={t('case_note')}
        autosize
        minRows={3}
        maxLength={4000}
        {...record.form.getInputProps('case.note')}
      />
    </Form>
  );
}
