import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useMay } from '../../api/session.ts';

interface RoleSelectProps {
  /** Id of the role; null: none. */
  value: number | null;
  onChange: (roleId: number | null) => void;
  /** The role that the user has now, which is shown even where the list cannot be read. */
  current: { id: number; name: string } | null;
  error?: ReactNode;
}

/** Offers the roles that the person may give: those whose permissions they have themselves. */
export function RoleSelect({ value, onChange, current, error }: RoleSelectProps) {
  const { t } = useTranslation('users');
  const may = useMay();
  const { data } = useQuery({ ...ask(roles.listRoles, { query: { paginate: '0' } }), enabled: may('users.view') });
  const mine = (data?.data ?? []).filter((role) => role.permissions.every((name) => may(name)));
  const offered = current && !mine.some(({ id }) => id === current.id) ? [current, ...mine] : mine;
  const chosen = mine.find(({ id }) => id === value);
  return (
    <Select
      label={t('role')}
      description={inOwnWords(chosen?.description ?? '') || t('role_help')}
      placeholder={t('no_role')}
      data={offered.map(({ id, name }) => ({ value: String(id), label: inOwnWords(name) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      error={error}
      clearable
      searchable
      nothingFoundMessage={t('no_such_role')}
    />
  );
}
