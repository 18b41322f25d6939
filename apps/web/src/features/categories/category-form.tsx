import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { categories, SURVEY_LANGUAGES, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DepartmentSelect } from '../../ui/domain/pickers/department-select.tsx';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

/** Languages of the portal other than English. */
const TRANSLATIONS = SURVEY_LANGUAGES.filter((language) => language !== 'en');

interface CategoryFormProps {
  /** Undefined: a new one. */
  category?: categories.Category;
  onReload?: () => void;
}

type Body = BodyInputOf<typeof categories.createCategory>;
type Values = {
  category: {
    title: string;
    department_id: number | null;
    translations: Record<string, { title: string }>;
    version?: number;
  };
};

export function CategoryForm({ category, onReload }: CategoryFormProps) {
  const { t } = useTranslation(['categories', 'common']);
  const { languageName } = useTerms();
  const may = useMay();
  const navigate = useNavigate();
  const languages = [...new Set([...TRANSLATIONS, ...Object.keys(category?.translations ?? {})])];
  const empty = Object.fromEntries(languages.map((language) => [language, { title: '' }]));
  const open = (id: number) => void navigate({ to: '/categories/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: category ? categories.updateCategory.body : categories.createCategory.body,
    wrapper: 'category',
    values: {
      category: {
        title: category?.title ?? '',
        department_id: category?.department_id ?? null,
        translations: { ...empty, ...category?.translations },
        ...(category ? { version: category.version } : {}),
      },
    },
    save: (values) =>
      category
        ? call(categories.updateCategory, { params: { id: category.id }, body: values })
        : call(categories.createCategory, { body: values satisfies Body }),
    changes: ['categories'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  return (
    <Form
      of={record}
      submit={category ? t('common:record.save') : t('create')}
      onCancel={() => (category ? open(category.id) : void navigate({ to: '/categories/index' }))}
    >
      <TextInput
        label={t('common:record.title')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('category.title')}
      />
      {may('departments.list') && (
        <DepartmentSelect
          description={t('department_help')}
          {...form.getInputProps('category.department_id')}
          value={form.values.category.department_id}
          onChange={(id) => form.setFieldValue('category.department_id', id)}
        />
      )}
      <FormSection title={t('languages')} text={t('languages_text')}>
        {languages.map((language) => (
          <TextInput
            key={language}
            label={t('title_in', { language: languageName(language) })}
            lang={language}
            dir="auto"
            maxLength={200}
            {...form.getInputProps(`category.translations.${language}.title`)}
          />
        ))}
      </FormSection>
    </Form>
  );
}
