import { useTranslation } from 'react-i18next';
import type { applications, BodyInputOf } from '@wardvoice/contract';
import type { RecordForm } from '../../ui/kit/form.tsx';

/** What the form holds; where messages come from is left out for those who may not change it. */
export interface ApplicationValues {
  application: BodyInputOf<typeof applications.updateApplication>['application'] & { title: string };
}

type Application = ApplicationValues['application'];
type Name = keyof Application;
/** The names of the fields that can hold a value of this type. */
type NameOf<Value> = { [N in Name]-?: Exclude<Application[N], undefined> extends Value ? N : never }[Name];
type TextName = NameOf<string | null>;
type NumberName = Exclude<NameOf<number | null>, 'version'>;
type FlagName = 'html_emails' | 'listens_only' | 'accept_other_types' | 'accept_missing_control_id';

export type ApplicationFields = ReturnType<typeof useApplicationFields>;

/** Returns the properties of a field of an application by its name: value, label, error and what happens on a change. */
export function useApplicationFields({ form }: RecordForm<ApplicationValues>) {
  const { t } = useTranslation(['applications', 'common']);
  const path = (name: Name) => `application.${name}` as const;
  const set = <N extends Name>(name: N, value: Application[N]) =>
    form.setFieldValue<ApplicationValues, string>(path(name), value);
  const text = (name: TextName) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}`),
    value: form.values.application[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value || null),
  });
  /** An empty number is none. */
  const number = (name: NumberName, min: number, max: number) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}`),
    value: form.values.application[name] ?? '',
    min,
    max,
    allowDecimal: false,
    clampBehavior: 'none' as const,
    onChange: (next: string | number) => set(name, next === '' ? null : Number(next)),
  });
  const flag = (name: FlagName) => ({
    ...form.getInputProps(path(name), { type: 'checkbox' }),
    label: t(`form.${name}`),
    description: t(`form.${name}_hint`),
  });
  const select = (name: TextName | 'two_step_required', data: { value: string; label: string }[]) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}`),
    data,
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: t('common:select.nothing'),
  });
  return { form, path, set, text, number, flag, select };
}
