import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { listed } from '../../ui/kit/formats.ts';

interface PossibleDuplicatesProps {
  typed: { email: string; phone: string; external_id: string };
  exceptId: number | undefined;
}

/** Lists contacts that already have the e-mail, phone or external id that is being typed. */
export function PossibleDuplicates({ typed, exceptId }: PossibleDuplicatesProps) {
  const { t } = useTranslation('contacts');
  const may = useMay();
  const [{ email, phone, external_id }] = useDebouncedValue(typed, 400);
  const isAsked = [email, phone, external_id].some((value) => value.trim().length > 2);
  const { data } = useQuery({
    ...ask(
      contacts.findSameContacts,
      { query: { email, phone, external_id, ...(exceptId === undefined ? {} : { except_id: exceptId }) } },
      { failureIsShown: true },
    ),
    enabled: isAsked && may('contacts.list'),
  });
  if (!isAsked || !data || data.data.length === 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconUsers />} title={t('possible_duplicates.title')}>
      <ul style={{ paddingInlineStart: 16 }}>
        {data.data.map(({ id, name, same }) => (
          <li key={id}>
            <AnchorLink to="/contacts/$id" params={{ id: String(id) }} target="_blank" dir="auto">
              {name}
            </AnchorLink>{' '}
            ({listed(same.map((field) => t(`possible_duplicates.same.${field}`)))})
          </li>
        ))}
      </ul>
    </Alert>
  );
}
