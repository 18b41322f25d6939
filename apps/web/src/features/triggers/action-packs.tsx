import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogAction, TriggerFormState } from './trigger-values.ts';

interface ActionPacksProps {
  packs: CatalogAction['packs'];
  form: TriggerFormState;
}

/** Fills in what a well-known programme asks for. What it says nothing about, such as the survey, stays as it is. */
export function ActionPacks({ packs, form }: ActionPacksProps) {
  const { t } = useTranslation('triggers');
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Select
      label={t('form.pack')}
      placeholder={t('form.pack_placeholder')}
      description={packs.find(({ id }) => id === chosen)?.text}
      data={packs.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosen}
      allowDeselect={false}
      onChange={(id) => {
        setChosen(id);
        const config = packs.find((pack) => pack.id === id)?.config;
        form.setFieldValue('trigger.config', { ...form.values.trigger.config, ...config });
      }}
    />
  );
}
