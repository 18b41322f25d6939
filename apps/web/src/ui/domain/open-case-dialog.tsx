import { Button, Modal, Text, Textarea, type ButtonSize } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DepartmentSelect } from './pickers/department-select.tsx';
import { Form } from '../kit/form.tsx';
import { noticeSuccess } from './notices.ts';
import { useRecordForm } from './record-form/use-record-form.ts';

/** Names what was written or answered by one of its ids. */
type About = { feedback_id: number } | { text_id: number } | { answer_id: number } | { invitation_id: number };

interface OpenCaseDialogProps {
  about: About;
  size?: ButtonSize;
}

/** Opens a case about something that a patient wrote or answered. Shows nothing to people who may not open cases. */
export function OpenCaseDialog({ about, size = 'sm' }: OpenCaseDialogProps) {
  const { t } = useTranslation(['terms', 'common']);
  const mayOpen = useMay()('cases.update');
  const [opened, { open, close }] = useDisclosure();
  if (!mayOpen) return null;
  return (
    <>
      <Button variant="default" size={size} onClick={open}>
        {t('open_case.button')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('open_case.title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <CaseForm about={about} onClose={close} />
      </Modal>
    </>
  );
}

interface Values {
  case: About & { department_id: number | null; note: string };
}

function CaseForm({ about, onClose }: { about: About; onClose: () => void }) {
  const { t } = useTranslation('terms');
  const navigate = useNavigate();
  const record = useRecordForm<Values, ReplyOf<typeof cases.createCase>>({
    schema: cases.createCase.body,
    wrapper: 'case',
    values: { case: { ...about, department_id: null, note: '' } },
    save: (body) => call(cases.createCase, { body }),
    changes: ['cases', 'inbox', 'texts'],
    onSaved: ({ data }) => {
      noticeSuccess(t('open_case.done'));
      void navigate({ to: '/cases/$id', params: { id: String(data.id) } });
    },
  });
  return (
    <Form of={record} submit={t('open_case.submit')} onCancel={onClose}>
      <Text size="sm">{t('open_case.help')}</Text>
      <DepartmentSelect
        value={record.form.values.case.department_id}
        error={record.form.errors['case.department_id']}
        onChange={(id) => record.form.setFieldValue('case.department_id', id)}
      />
      <Textarea
        label={t('open_case.note')}
        autosize
        minRows={3}
        maxLength={4000}
        {...record.form.getInputProps('case.note')}
      />
    </Form>
  );
}
