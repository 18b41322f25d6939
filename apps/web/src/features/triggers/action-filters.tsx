import { MultiSelect, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/kit/form.tsx';
import type { CatalogAction, TriggerFormState } from './trigger-values.ts';
import classes from './triggers.module.css';

interface ActionFiltersProps {
  filters: CatalogAction['filters'];
  form: TriggerFormState;
}

type Filter = CatalogAction['filters'][number];

const leavesOut = ({ id }: Filter): boolean => id.startsWith('without_');

/** Draws the filters of an action: a choice where the catalogue gives options, else values that are typed. */
export function ActionFilters({ filters, form }: ActionFiltersProps) {
  const { t } = useTranslation('triggers');
  const chosen = form.values.trigger.config.filters;
  return (
    <FormSection title={t('form.for_whom')} text={t('form.for_whom_text')}>
      <div className={classes.filters}>
        {filters.map((filter) => {
          const path = `trigger.config.filters.${filter.id}`;
          const value = chosen?.[filter.id] ?? [];
          const common = {
            label: filter.title,
            value,
            error: form.errors[path],
            clearable: true,
            classNames: { inputField: classes.filterField ?? '' },
            clearButtonProps: { 'aria-label': t('form.clear', { label: filter.title }) },
            placeholder: value.length > 0 ? undefined : t(leavesOut(filter) ? 'form.nobody' : 'form.all'),
            onChange: (selected: string[]) => {
              form.clearFieldError(path);
              form.setFieldValue('trigger.config.filters', { ...chosen, [filter.id]: selected });
            },
          };
          if (filter.options.length === 0) return <TagsInput key={filter.id} {...common} acceptValueOnBlur />;
          const data = filter.options.map(({ id, title }) => ({ value: id, label: title }));
          return <MultiSelect key={filter.id} {...common} searchable data={data} />;
        })}
      </div>
    </FormSection>
  );
}
