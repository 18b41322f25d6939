import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PER_PAGE, mailingLists } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { ExportButton } from '../../ui/domain/export-button.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { SearchBox } from '../../ui/kit/search-box.tsx';
import { AddContact } from './add-contact.tsx';
import classes from './members-panel.module.css';
import { Members } from './members.tsx';
import { isUnderWay } from './refresh-progress.tsx';

/** Lists who is on the list, with search, and lets people be added and removed and the list be computed anew. */
export function MembersPanel({ list }: { list: mailingLists.MailingListDetail }) {
  const { id, type_of } = list;
  const { t } = useTranslation('mailing_lists');
  const may = useMay();
  const [term, setTerm] = useState<string>();
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const mayUpdate = may('mailing-lists.update');
  const byHand = mayUpdate && type_of === 'static';
  const { data: members } = useQuery({
    ...ask(mailingLists.listMembers, { params: { id }, query: { page, per_page, ...(term ? { term } : {}) } }),
    placeholderData: keepPreviousData,
  });
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
          {mayUpdate && <RefreshButton list={list} />}
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
      ) : (
        <Members listId={id} rows={members?.data} byHand={byHand} />
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

function RefreshButton({ list: { id, refresh: latest } }: { list: mailingLists.MailingListDetail }) {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const refresh = useMutation({
    mutationFn: () => call(mailingLists.refreshMailingList, { params: { id } }),
    onSuccess: ({ data }) => {
      // The result of a worker is said when it is done.
      if (!data.state)
        noticeSuccess(t('members.refreshed', { added: number(data.added), removed: number(data.removed) }));
      void invalidate('mailing_lists');
    },
  });
  return (
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
  );
}
