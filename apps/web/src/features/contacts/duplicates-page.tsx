import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import classes from './duplicates-page.module.css';

type Group = contacts.DuplicateGroup;
type Member = Group['contacts'][number];

export function DuplicatesPage() {
  const { t } = useTranslation('contacts');
  const search = useSearch({ from: '/shell/contacts/duplicates' });
  const navigate = useNavigate();
  const query = useQuery({
    ...ask(contacts.listDuplicates, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const turn = (patch: { page?: number; per_page?: number }) =>
    void navigate({ to: '/contacts/duplicates', search: { ...search, ...patch } });
  return (
    <Page title={t('duplicates')} lead={t('duplicates_lead')} path={[{ label: t('title'), to: '/contacts/index' }]}>
      {query.isError && <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />}
      {list?.data.length === 0 && <EmptyState title={t('duplicates_empty_title')} text={t('duplicates_empty_text')} />}
      <div className={classes.groups} aria-busy={query.isPending}>
        {list?.data.map((group) => (
          <DuplicateGroup key={group.field + group.value} group={group} />
        ))}
      </div>
      {list && list.last_page > 1 && (
        <Pager list={list} onPage={(page) => turn({ page })} onPageSize={(per_page) => turn({ per_page, page: 1 })} />
      )}
    </Page>
  );
}

/** Shows contacts that may be one person. The others can be merged into the oldest, which comes first. */
function DuplicateGroup({ group: { field, value, count, contacts: members } }: { group: Group }) {
  const { t } = useTranslation('contacts');
  const may = useMay();
  const invalidate = useInvalidate();
  const [kept, ...others] = members;
  const merge = useMutation({
    mutationFn: ({ into, other }: { into: Member; other: Member }) =>
      call(contacts.mergeContacts, { params: { id: into.id }, body: { merge: { contact_id: other.id } } }),
    onSuccess: () => {
      noticeSuccess(t('merge.done'));
      void invalidate('contacts', 'mailing_lists', 'opt_outs');
    },
  });
  if (!kept) return null;
  const askToMerge = async (other: Member) => {
    const words = { kept: kept.name, other: other.name };
    if (await confirm({ title: t('merge.title', words), text: t('merge.text', words), dangerous: true }))
      merge.mutate({ into: kept, other });
  };
  return (
    <Panel title={t(`group.${field}`, { value })} flush>
      <ul className={classes.rows}>
        {[kept, ...others].map((member, at) => (
          <li key={member.id} className={classes.row}>
            <span className={classes.name} dir="auto">
              {may('contacts.view') ? (
                <AnchorLink to="/contacts/$id" params={{ id: String(member.id) }}>
                  {member.name}
                </AnchorLink>
              ) : (
                member.name
              )}
            </span>
            <span className={classes.facts} dir="ltr">
              {[member.email, member.phone, member.external_id].filter(Boolean).join(' · ')}
            </span>
            {at > 0 && may('contacts.delete') && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={merge.isPending}
                onClick={() => void askToMerge(member)}
              >
                {t('merge.button', { name: kept.name })}
              </Button>
            )}
          </li>
        ))}
        {count > members.length && (
          <li className={classes.row}>{t('group.more', { count: count - members.length })}</li>
        )}
      </ul>
    </Panel>
  );
}
