import { Button, Group, Modal, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patients } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeInvalid, noticeSuccess } from '../../ui/domain/notices.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { useBirthDate } from '../../ui/domain/use-birth-date.ts';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

/** Merges another record into this one. It is found by name or number, and the audit keeps the reason. */
export function MergeDialog({ patient }: { patient: patients.PatientDetail }) {
  const { t } = useTranslation(['patients', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('merge_button')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('merge_title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <MergeForm patient={patient} onClose={close} />
      </Modal>
    </>
  );
}

function MergeForm({ patient, onClose }: { patient: patients.PatientDetail; onClose: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const invalidate = useInvalidate();
  const [term, setTerm] = useState('');
  const options = useOtherRecords(patient.id, term);
  const form = useForm({
    initialValues: { merge: { gone_id: 0, reason: '' } },
    validate: checkValues(patients.mergePatients.body),
  });
  const merge = useMutation({
    mutationFn: (body: typeof form.values) => call(patients.mergePatients, { params: { id: patient.id }, body }),
    onSuccess: () => {
      noticeSuccess(t('merge_done'));
      onClose();
    },
    onSettled: () => void invalidate('patients', 'messages'),
  });
  return (
    <form onSubmit={form.onSubmit((values) => merge.mutate(values), noticeInvalid)} noValidate>
      <Text size="sm" mb={12}>
        {t('merge_help')}
      </Text>
      <Select
        label={t('merge_choose')}
        placeholder={t('merge_number')}
        data={options}
        searchable
        required
        data-autofocus
        nothingFoundMessage={t('merge_none')}
        filter={({ options: all }) => all}
        searchValue={term}
        onSearchChange={setTerm}
        value={form.values.merge.gone_id === 0 ? null : String(form.values.merge.gone_id)}
        onChange={(id) => form.setFieldValue('merge.gone_id', Number(id ?? 0))}
        error={form.errors['merge.gone_id']}
      />
      <Textarea
        mt={12}
        label={t('merge_reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('merge.reason')}
      />
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={merge.isPending}>
          {t('merge_submit')}
        </Button>
      </Group>
    </form>
  );
}

/** Finds other patients by name or number, as options of a picker. */
function useOtherRecords(id: number, term: string) {
  const { patientName } = useTerms();
  const birthDate = useBirthDate();
  const [wanted] = useDebouncedValue(term.split(' · ')[0] ?? '', 200);
  const found = useQuery({
    ...ask(patients.listPatients, { query: { term: wanted, per_page: 20 } }),
    enabled: wanted.length > 1,
  });
  return (found.data?.data ?? [])
    .filter((other) => other.id !== id)
    .map((other) => ({
      value: String(other.id),
      label: [patientName(other), other.identifier, birthDate(other)].filter(Boolean).join(' · '),
    }));
}
