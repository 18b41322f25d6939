import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { kiosks, type BodyInputOf, type feedback } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { leaveFor } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { Form } from '../../ui/kit/form.tsx';
import { RecordSelect, SurveySelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

type Kiosk = BodyInputOf<typeof kiosks.startKiosk>['kiosk'];
type Values = { kiosk: Omit<Kiosk, 'survey_id'> & { survey_id?: number | undefined; location: string } };

const HOURS = [8, 24, 168, 720] as const;

/** Makes this browser a kiosk, and signs out of it. */
export function StartKioskForm({ choices }: { choices: feedback.ListSurvey }) {
  const { t } = useTranslation('mailing_lists');
  const { id, surveys, departments, locations, last_survey_id } = choices;
  const record = useRecordForm<Values, never>({
    schema: kiosks.startKiosk.body,
    wrapper: 'kiosk',
    values: {
      kiosk: {
        label: '',
        survey_id: last_survey_id ?? (surveys.length === 1 ? surveys[0]?.id : undefined),
        department_id: null,
        location: '',
        hours: kiosks.MAX_HOURS,
      },
    },
    save: async ({ kiosk }) => {
      const { data } = await call(kiosks.startKiosk, { params: { id }, body: { kiosk: kiosk as Kiosk } });
      // Nothing typed is lost, and nobody is here any more to be asked.
      record.form.resetDirty();
      leaveFor(`/kiosk/${data.id}`);
      return new Promise<never>(() => undefined);
    },
    changes: ['kiosks'],
    onSaved: () => undefined,
  });
  const { form, submit } = record;
  const askFirst = async () => {
    if (form.validate().hasErrors) return submit();
    if (await confirm({ title: t('kiosk.start_title'), text: t('kiosk.start_confirm') })) submit();
  };
  return (
    <Form
      of={{
        ...record,
        submit: (event) => {
          event?.preventDefault();
          void askFirst();
        },
      }}
      submit={t('kiosk.start')}
    >
      <p className="wv-quiet">{t('kiosk.start_text')}</p>
      <TextInput
        {...form.getInputProps('kiosk.label')}
        label={t('kiosk.label')}
        description={t('kiosk.label_help')}
        withAsterisk
        autoComplete="off"
      />
      <SurveySelect
        data-path="kiosk.survey_id"
        label={t('kiosk.survey')}
        withAsterisk
        choices={surveys}
        value={form.values.kiosk.survey_id}
        error={form.errors['kiosk.survey_id']}
        allowDeselect={false}
        onChange={(survey) => form.setFieldValue('kiosk.survey_id', survey ?? undefined)}
      />
      {departments.length > 0 && (
        <RecordSelect
          label={t('kiosk.department')}
          description={t('kiosk.department_help')}
          placeholder={t('kiosk.department_none')}
          clearable
          choices={departments}
          value={form.values.kiosk.department_id ?? null}
          error={form.errors['kiosk.department_id']}
          onChange={(department) => form.setFieldValue('kiosk.department_id', department)}
        />
      )}
      <Autocomplete
        {...form.getInputProps('kiosk.location')}
        label={t('kiosk.location')}
        description={t('kiosk.location_help')}
        data={locations}
        limit={20}
      />
      <Select
        label={t('kiosk.hours')}
        data={HOURS.map((hours) => ({ value: String(hours), label: t(`kiosk.hours_${hours}`) }))}
        value={String(form.values.kiosk.hours)}
        allowDeselect={false}
        onChange={(hours) => form.setFieldValue('kiosk.hours', Number(hours))}
      />
    </Form>
  );
}
