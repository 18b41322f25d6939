import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportPacks, reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DepartmentSelect } from '../../ui/domain/pickers/department-select.tsx';
import { RecordMultiSelect, SurveySelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

type Saved = { data: reportPacks.ReportScheduleDetail };

interface ScheduleFormProps {
  /** What is changed; undefined: a new one is made. */
  schedule?: reportPacks.ReportScheduleDetail;
  onSaved: (saved: reportPacks.ReportScheduleDetail) => void;
  onCancel: () => void;
  onReload?: () => void;
}

interface Values {
  report_schedule: {
    title: string;
    rhythm: reportPacks.ReportRhythm;
    survey_id: number | null;
    location: string | null;
    department_id: number | null;
    active: boolean;
    user_ids: number[];
    version?: number;
  };
}

const valuesOf = (schedule: reportPacks.ReportScheduleDetail | undefined): Values['report_schedule'] =>
  schedule
    ? {
        title: schedule.title,
        rhythm: schedule.rhythm,
        survey_id: schedule.survey?.id ?? null,
        location: schedule.location,
        department_id: schedule.department?.id ?? null,
        active: schedule.active,
        user_ids: schedule.people.map(({ id }) => id),
        version: schedule.version,
      }
    : { title: '', rhythm: 'month', survey_id: null, location: null, department_id: null, active: true, user_ids: [] };

export function ScheduleForm({ schedule, onSaved, onCancel, onReload }: ScheduleFormProps) {
  const { t } = useTranslation(['report_schedules', 'common']);
  const may = useMay();
  const { data: choices } = useQuery({ ...ask(reports.getQuestions, {}), enabled: may('surveys.view') });
  const { data: readers } = useQuery(ask(reportPacks.listReportReaders, {}));
  const record = useRecordForm<Values, Saved>({
    schema: schedule ? reportPacks.updateReportSchedule.body : reportPacks.createReportSchedule.body,
    wrapper: 'report_schedule',
    values: { report_schedule: valuesOf(schedule) },
    save: (body) =>
      schedule
        ? call(reportPacks.updateReportSchedule, { params: { id: schedule.id }, body })
        : call(reportPacks.createReportSchedule, { body }),
    changes: ['report_schedules'],
    onSaved: ({ data }) => onSaved(data),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { survey_id, location, department_id, user_ids } = form.values.report_schedule;
  // Who got it before, and may not read it any more, is still named.
  const people = [...(readers?.data ?? []), ...(schedule?.people.filter(({ may_read }) => !may_read) ?? [])];
  return (
    <Form of={record} submit={schedule ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        {...form.getInputProps('report_schedule.title')}
      />
      <NativeSelect
        label={t('column.rhythm')}
        description={t('rhythm_help')}
        data={reportPacks.REPORT_RHYTHMS.map((rhythm) => ({ value: rhythm, label: t(`rhythm.${rhythm}`) }))}
        {...form.getInputProps('report_schedule.rhythm')}
      />
      <RecordMultiSelect
        label={t('people')}
        description={t('people_help')}
        placeholder={t('people_placeholder')}
        required
        choices={readers && people.map(({ id, name }) => ({ id, title: name }))}
        {...form.getInputProps('report_schedule.user_ids')}
        value={user_ids}
        onChange={(ids) => form.setFieldValue('report_schedule.user_ids', ids)}
      />
      <SurveySelect
        label={t('survey')}
        placeholder={t('most_answered')}
        clearable
        choices={choices?.data.choices.surveys}
        {...form.getInputProps('report_schedule.survey_id')}
        value={survey_id}
        onChange={(id) => form.setFieldValue('report_schedule.survey_id', id)}
      />
      <Autocomplete
        label={t('ward')}
        description={t('ward_help')}
        data={choices?.data.choices.wards ?? []}
        maxLength={100}
        {...form.getInputProps('report_schedule.location')}
        value={location ?? ''}
        onChange={(ward) => form.setFieldValue('report_schedule.location', ward || null)}
      />
      {may('departments.list') && (
        <DepartmentSelect
          value={department_id}
          onChange={(id) => form.setFieldValue('report_schedule.department_id', id)}
          error={form.errors['report_schedule.department_id']}
        />
      )}
      <Checkbox
        label={t('active')}
        description={t('active_help')}
        {...form.getInputProps('report_schedule.active', { type: 'checkbox' })}
      />
    </Form>
  );
}
