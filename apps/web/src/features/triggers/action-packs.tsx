import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startFrom, type CatalogAction, type TriggerFormState } from './trigger-values.ts';

interface ActionPacksProps {
  packs: CatalogAction['packs'];
  form: TriggerFormState;
}

/** Fills in what a well-known programme asks for. The survey and the words stay. */
export function ActionPacks({ packs, form }: ActionPacksProps) {
  const { t } = useTranslation('triggers');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const byId = (wanted: string | null) => packs.find(({ id }) => id === wanted);
  return (
    <Select
      label={t('form.pack')}
      placeholder={t('form.pack_placeholder')}
      description={byId(chosenId)?.text}
      data={packs.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosenId}
      allowDeselect={false}
      onChange={(id) => {
        setChosenId(id);
        const pack = byId(id);
        if (pack) form.setFieldValue('trigger.config', startFrom(form.values.trigger.config, pack));
      }}
    />
  );
}
