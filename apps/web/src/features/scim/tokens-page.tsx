import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scim } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { CopyField } from '../../ui/kit/secret/copy-field.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { TokenRow } from './token-row.tsx';
import classes from './tokens-page.module.css';

const RIGHTS = ['add', 'groups', 'change', 'take_out', 'never'] as const;

/** The tokens by which identity providers keep the people of this application. */
export function TokensPage() {
  const { t } = useTranslation('scim');
  return (
    <Page title={t('title')} lead={t('lead')} actions={<ButtonLink to="/scim/create">{t('create')}</ButtonLink>}>
      <Tokens />
      <Panel title={t('rights.title')}>
        <ul className={classes.rights}>
          {RIGHTS.map((right) => (
            <li key={right}>{t(`rights.${right}`)}</li>
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function Tokens() {
  const { t } = useTranslation('scim');
  const query = useQuery(ask(scim.listScimTokens, {}, { failureIsShown: true }));
  const { data: list } = query;
  if (query.isError && !list)
    return (
      <Panel title={t('tokens')}>
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      </Panel>
    );
  return (
    <Panel title={t('tokens')} flush>
      {!list && (
        <Stack p={16} gap={8} aria-busy>
          <Skeleton height={16} />
          <Skeleton height={16} width="60%" />
        </Stack>
      )}
      {list?.data.length === 0 && <EmptyState title={t('empty_title')} text={t('empty_text')} />}
      {list && list.data.length > 0 && (
        <>
          <Stack p={16}>
            <CopyField label={t('address')} value={list.base_url} />
          </Stack>
          <ul className={classes.rows} aria-label={t('tokens')}>
            {list.data.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
