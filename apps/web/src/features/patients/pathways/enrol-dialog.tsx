import { Modal, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathways, type patients } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { RecordSelect } from '../../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { useRegion } from '../../../ui/kit/region.ts';
import { AddButton } from '../../../ui/kit/row-buttons.tsx';
import { toZoned } from '../../../ui/kit/time/zoned-time.ts';

interface EnrolDialogProps {
  patient: patients.PatientDetail;
}

/** Puts the patient into a pathway, from a day on. */
export function EnrolDialog({ patient }: EnrolDialogProps) {
  const { t } = useTranslation(['patients', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <AddButton onClick={open}>{t('pathways.add')}</AddButton>
      <Modal
        opened={opened}
        onClose={close}
        title={t('pathways.add_title')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {opened && <EnrolForm patient={patient} onClose={close} />}
      </Modal>
    </>
  );
}

interface Values {
  enrolment: { pathway_id: number | null; patient_id: number; visit_id: number | null; started_on: string };
}

function EnrolForm({ patient, onClose }: EnrolDialogProps & { onClose: () => void }) {
  const { t } = useTranslation('patients');
  const { shortDateTime } = useFormats();
  const { timeZone } = useRegion();
  const { data: all } = useQuery(ask(pathways.listPathways, { query: { paginate: '0' } }));
  const [today] = useState(() => toZoned(new Date().toISOString(), timeZone ?? 'UTC').slice(0, 'yyyy-mm-dd'.length));
  const [latest] = patient.visits;
  const record = useRecordForm<Values, unknown>({
    schema: pathways.createEnrolment.body,
    wrapper: 'enrolment',
    values: {
      enrolment: { pathway_id: null, patient_id: patient.id, visit_id: latest?.id ?? null, started_on: today },
    },
    // The schema has refused a form without a pathway.
    save: ({ enrolment }) =>
      call(pathways.createEnrolment, { body: { enrolment: { ...enrolment, pathway_id: enrolment.pathway_id ?? 0 } } }),
    changes: ['pathways', 'patients'],
    onSaved: () => {
      noticeSuccess(t('pathways.added'));
      onClose();
    },
  });
  const { form } = record;
  const { pathway_id, visit_id } = form.values.enrolment;
  return (
    <Form of={record} submit={t('pathways.add')} onCancel={onClose}>
      <RecordSelect
        label={t('pathways.which')}
        withAsterisk
        data-autofocus
        choices={all?.data.filter(({ active }) => active)}
        {...form.getInputProps('enrolment.pathway_id')}
        value={pathway_id}
        onChange={(id) => form.setFieldValue('enrolment.pathway_id', id)}
      />
      <TextInput
        label={t('pathways.from')}
        description={t('pathways.from_help')}
        type="date"
        required
        {...form.getInputProps('enrolment.started_on')}
      />
      {patient.visits.length > 0 && (
        <Select
          label={t('pathways.visit')}
          clearable
          data={patient.visits.map((visit) => ({
            value: String(visit.id),
            label: [
              visit.visit_number ? t('visit_number', { number: visit.visit_number }) : t('visit_plain'),
              visit.location,
              visit.admitted_at && shortDateTime(visit.admitted_at),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
          {...form.getInputProps('enrolment.visit_id')}
          value={visit_id === null ? null : String(visit_id)}
          onChange={(id) => form.setFieldValue('enrolment.visit_id', id === null ? null : Number(id))}
        />
      )}
    </Form>
  );
}
