import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts, mailingLists } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';

/** Finds a contact by typing, and puts it on the list when it is chosen. */
export function AddContact({ listId }: { listId: number }) {
  const { t } = useTranslation('mailing_lists');
  const invalidate = useInvalidate();
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), 250);
  const { data: found } = useQuery({
    ...ask(contacts.listContacts, { query: { per_page: 10, ...(term ? { term } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const add = useMutation({
    mutationFn: (contactId: number) => call(mailingLists.addMember, { params: { id: listId, contactId } }),
    onSuccess: ({ data }) => {
      noticeSuccess(t('members.added', { name: data.name }));
      setTyped('');
      void invalidate('mailing_lists');
    },
  });
  return (
    <Select
      aria-label={t('members.add')}
      placeholder={t('members.add_hint')}
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('members.nothing')}
      // The server has searched already.
      filter={({ options }) => options}
      data={(found?.data ?? []).map(({ id, name, email, phone }) => ({
        value: String(id),
        label: [name, email ?? phone].filter(Boolean).join(' · '),
      }))}
      value={null}
      onChange={(id) => id !== null && add.mutate(Number(id))}
    />
  );
}
