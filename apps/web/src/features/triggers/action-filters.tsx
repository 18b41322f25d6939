import { MultiSelect, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/kit/form.tsx';
import type { CatalogAction, TriggerFormState } from './trigger-values.ts';

interface ActionFiltersProps {
  filters: CatalogAction['filters'];
  form: TriggerFormState;
}

/** Draws the filters of an action: a choice where the catalogue gives options, else values that are typed. */
export function ActionFilters({ filters, form }: ActionFiltersProps) {
  const { t } = useTranslation('triggers');
  const chosen = form.values.trigger.config.filters;
  return (
    <FormSection title={t('form.for_whom')} text={t('form.for_whom_text')}>
      {filters.map((filter) => {
        const path = `trigger.config.filters.${filter.id}`;
        const value = chosen?.[filter.id] ?? [];
        const common = {
          label: filter.title,
          value,
          error: form.errors[path],
          clearable: true,
          clearButtonProps: { 'aria-label': t('form.clear', { label: filter.title }) },
          placeholder: value.length === 0 ? t('form.all') : undefined,
          onChange: (selected: string[]) => {
            form.clearFieldError(path);
            form.setFieldValue('trigger.config.filters', { ...chosen, [filter.id]: selected });
          },
        };
        if (filter.options.length === 0)
          return <TagsInput key={filter.id} {...common} acceptValueOnBlur description={t('form.typed_hint')} />;
        const data = filter.options.map(({ id, title }) => ({ value: id, label: title }));
        return <MultiSelect key={filter.id} {...common} searchable data={data} />;
      })}
    </FormSection>
  );
}
