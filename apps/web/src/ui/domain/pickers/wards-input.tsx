import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';

interface WardsInputProps {
  /** The application whose wards are suggested; undefined: the one that is worked in. */
  applicationId?: number;
  value: string[];
  onChange: (wards: string[]) => void;
  error?: ReactNode;
}

/** Suggests the wards that messages have come from; one that is still to come can be typed. */
export function WardsInput({ applicationId, value, onChange, error }: WardsInputProps) {
  const { t } = useTranslation('users');
  const mayView = useMay()('users.view');
  const { data } = useQuery({
    ...ask(users.listWards, { query: { application_id: applicationId } }),
    enabled: mayView,
  });
  return (
    <TagsInput
      label={t('locations')}
      description={t('locations_help')}
      placeholder={value.length === 0 ? t('locations_hint') : ''}
      data={data?.data ?? []}
      value={value}
      onChange={onChange}
      error={error}
      clearable
      acceptValueOnBlur
    />
  );
}
