import { Group, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consent } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { ExportButton } from '../../ui/domain/export-button.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { PurposePanel } from './purpose-panel.tsx';

/** The legal basis of each purpose with what was stated before, and the ledger of consent as a file. */
export function ConsentPage() {
  const { t } = useTranslation(['consent_ledger', 'common']);
  const query = useQuery(ask(consent.listPurposes, {}, { failureIsShown: true }));
  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.data ? (
        query.data.data.map((one) => <PurposePanel key={one.purpose} stated={one} />)
      ) : query.isError ? (
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={220} role="status" aria-label={t('common:loading')} />
      )}
      <LedgerPanel />
    </Page>
  );
}

function LedgerPanel() {
  const { t } = useTranslation('consent_ledger');
  const [days, setDays] = useState({ from: '', to: '' });
  const query = { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) };
  return (
    <Panel title={t('ledger')}>
      <p>{t('ledger_lead')}</p>
      <Group align="end" gap={12} mt={12}>
        <TextInput
          label={t('from_day')}
          type="date"
          value={days.from}
          onChange={({ currentTarget }) => setDays({ ...days, from: currentTarget.value })}
        />
        <TextInput
          label={t('to_day')}
          type="date"
          value={days.to}
          onChange={({ currentTarget }) => setDays({ ...days, to: currentTarget.value })}
        />
        <ExportButton address={csvAddressOf(consent.listConsentEvents, query)} name={t('ledger')} />
      </Group>
    </Panel>
  );
}
