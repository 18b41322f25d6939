import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  value: string | undefined;
  hint?: string | undefined;
  onSearch: (term: string | undefined) => void;
}

/** Searches while somebody types, 250 ms after the last key. */
export function SearchBox({ value = '', hint, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(value);
  const search = useDebouncedCallback((term: string) => onSearch(term.trim() || undefined), 250);
  useEffect(() => setDraft(value), [value]);
  const type = (term: string) => {
    setDraft(term);
    search(term);
  };
  return (
    <TextInput
      type="search"
      aria-label={t('list.search')}
      placeholder={hint ?? t('list.search')}
      value={draft}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        draft && <CloseButton size={22} iconSize={14} aria-label={t('list.clear_search')} onClick={() => type('')} />
      }
    />
  );
}
