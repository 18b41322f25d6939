import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PER_PAGE, mailingLists, type contacts } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { useFormats } from '../../ui/formats.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { noticeSuccess } from '../../ui/notices.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowCard } from '../../ui/row-card.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { AddContact } from './add-contact.tsx';
import classes from './members-panel.module.css';
import { isUnderWay } from './refresh-progress.tsx';

type Row = contacts.Contact;

/** Who is on the list: search, add, remove, refresh. */
export function MembersPanel({ list: { id, type_of, refresh: latest } }: { list: mailingLists.MailingListDetail }) {
  const { t } = useTranslation('mailing_lists');
  const may = useMay();
  const client = useQueryClient();
  const { number } = useFormats();
  const [term, setTerm] = useState<string>();
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const mayUpdate = may('mailing-lists.update');
  const byHand = mayUpdate && type_of === 'static';
  const { data: members } = useQuery({
    ...ask(mailingLists.listMembers, { params: { id }, query: { page, per_page, ...(term ? { term } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const remove = useMutation({
    mutationFn: (contact: Row) => call(mailingLists.removeMember, { params: { id, contactId: contact.id } }),
    onSuccess: (_, { name }) => {
      noticeSuccess(t('members.removed', { name }));
      void client.invalidateQueries();
    },
  });
  const refresh = useMutation({
    mutationFn: () => call(mailingLists.refreshMailingList, { params: { id } }),
    onSuccess: ({ data }) => {
      // What a worker does is told when it is done.
      if (!data.state)
        noticeSuccess(t('members.refreshed', { added: number(data.added), removed: number(data.removed) }));
      void client.invalidateQueries();
    },
  });
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const nameOf = ({ id: contactId, name }: Row) =>
    may('contacts.view') ? (
      <AnchorLink to="/contacts/$id" params={{ id: String(contactId) }} c="inherit" dir="auto">
        {name}
      </AnchorLink>
    ) : (
      name
    );
  const removeButton = (row: Row) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      disabled={remove.isPending}
      aria-label={t('members.remove', { name: row.name })}
      onClick={() => remove.mutate(row)}
    >
      <IconX size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
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
  return (
    <Panel
      title={t('contacts')}
      flush
      actions={
        <div className={classes.actions}>
          <ExportButton
            compact
            address={csvAddressOf({ path: `/mailing_list/${id}/contacts` }, term ? { term } : {})}
            name={t('contacts')}
          />
          {mayUpdate && (
            <Button
              size="compact-sm"
              variant="default"
              loading={refresh.isPending}
              disabled={isUnderWay(latest)}
              leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
              onClick={() => refresh.mutate()}
            >
              {t('members.refresh')}
            </Button>
          )}
        </div>
      }
    >
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchBox
            value={term}
            hint={t('members.search_hint')}
            onSearch={(next) => {
              setTerm(next);
              setPage(1);
            }}
          />
        </div>
        {byHand && may('contacts.list') && (
          <div className={classes.add}>
            <AddContact listId={id} />
          </div>
        )}
      </div>
      {members?.data.length === 0 ? (
        <p className={`${classes.empty} wv-quiet`}>
          {t(term ? 'members.no_match' : byHand ? 'members.empty_static' : 'members.empty')}
        </p>
      ) : isPhone ? (
        <ul className={classes.cards} aria-label={t('contacts')} aria-busy={!members}>
          {members?.data.map((row) => (
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
        <DataTable
          caption={t('contacts')}
          columns={columns}
          rows={members?.data}
          rowKey={(row) => row.id}
          skeletonRows={5}
        />
      )}
      {members && members.last_page > 1 && (
        <Pager
          list={members}
          onPage={setPage}
          onPageSize={(size) => {
            setPerPage(size);
            setPage(1);
          }}
        />
      )}
    </Panel>
  );
}

const Address = ({ text }: { text: string }) => <span dir="ltr">{text}</span>;
