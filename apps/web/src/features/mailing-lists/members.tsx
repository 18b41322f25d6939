import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailingLists, type contacts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RemoveButton } from '../../ui/kit/row-buttons.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import classes from './members-panel.module.css';

type Row = contacts.Contact;

interface MembersProps {
  listId: number;
  /** Undefined while they are fetched. */
  rows: readonly Row[] | undefined;
  /** Whether people are put on the list and taken off it by hand, and this person may do so. */
  byHand: boolean;
}

/** Shows one page of the people on a list, as a table or, on a phone, as cards. */
export function Members({ listId, rows, byHand }: MembersProps) {
  const { t } = useTranslation('mailing_lists');
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const { nameOf, removeButton, columns } = useColumns(listId, byHand);
  return isPhone ? (
    <ul className={classes.cards} aria-label={t('contacts')} aria-busy={!rows}>
      {rows?.map((row) => (
        <li key={row.id}>
          <RowCard
            title={nameOf(row)}
            aside={byHand && removeButton(row)}
            lines={[
              row.email && <Address key="email" text={row.email} />,
              row.phone && <Address key="phone" text={row.phone} />,
            ]}
          />
        </li>
      ))}
    </ul>
  ) : (
    <DataTable caption={t('contacts')} columns={columns} rows={rows} rowKey={(row) => row.id} skeletonRows={5} />
  );
}

/** Returns what is shown of each person: the columns of the table, and their parts for the cards. */
function useColumns(id: number, byHand: boolean) {
  const { t } = useTranslation('mailing_lists');
  const may = useMay();
  const invalidate = useInvalidate();
  const remove = useMutation({
    mutationFn: (contact: Row) => call(mailingLists.removeMember, { params: { id, contactId: contact.id } }),
    onSuccess: (_, { name }) => {
      noticeSuccess(t('members.removed', { name }));
      void invalidate('mailing_lists');
    },
  });
  const nameOf = ({ id: contactId, name }: Row) =>
    may('contacts.view') ? (
      <AnchorLink to="/contacts/$id" params={{ id: String(contactId) }} c="inherit" dir="auto">
        {name}
      </AnchorLink>
    ) : (
      name
    );
  const removeButton = (row: Row) => (
    <RemoveButton
      disabled={remove.isPending}
      label={t('members.remove', { name: row.name })}
      onClick={() => remove.mutate(row)}
    />
  );
  const columns: Column<Row>[] = [
    { id: 'name', title: t('name'), render: nameOf },
    { id: 'email', title: t('import.field.email'), render: ({ email }) => <span dir="ltr">{email}</span> },
    {
      id: 'phone',
      title: t('import.field.phone'),
      from: 'medium',
      render: ({ phone }) => <span dir="ltr">{phone}</span>,
    },
    { id: 'external_id', title: t('import.field.external_id'), from: 'wide', render: (row) => row.external_id },
    ...(byHand
      ? [
          {
            id: 'remove',
            title: t('members.actions'),
            titleHidden: true,
            width: 76,
            align: 'end' as const,
            render: removeButton,
          },
        ]
      : []),
  ];
  return { nameOf, removeButton, columns };
}

const Address = ({ text }: { text: string }) => <span dir="ltr">{text}</span>;
