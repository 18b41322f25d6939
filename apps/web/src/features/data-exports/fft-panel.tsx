import { Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { ExportButton } from '../../ui/domain/export-button.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';

const MONTHS = 13;

/** The months that are over, newest first: "2026-10". */
function monthsBefore(today: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(today.getFullYear(), today.getMonth() - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** The file of the monthly return, where a survey has the question of the test. Nothing for whoever sees some wards only. */
export function FftPanel() {
  const { t } = useTranslation('data_exports');
  const { number, month: nameOf } = useFormats();
  const [months] = useState(() => monthsBefore(new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  const { data } = useQuery({
    ...ask(reports.getFftReturn, { query: { month } }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  if (!data?.data.survey) return null;
  const { survey, total } = data.data;
  return (
    <Panel title={t('fft.title')}>
      <Text size="sm">{t('fft.text', { survey: survey.title })}</Text>
      <Group align="end" mt={12}>
        <NativeSelect
          label={t('fft.month')}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: nameOf(`${value}-01`) }))}
        />
        <ExportButton address={csvAddressOf(reports.getFftReturn, { month })} name={`${t('fft.file')} ${month}`} />
        <Text size="sm" role="status" mb={6}>
          {t('fft.counts', { responses: number(total.responses), eligible: number(total.eligible) })}
        </Text>
      </Group>
    </Panel>
  );
}
