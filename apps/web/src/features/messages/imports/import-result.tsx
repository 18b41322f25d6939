import { Alert, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { inOwnWords } from '../../../api/sentences.ts';
import { Fact, FactLine } from '../../../ui/kit/facts.tsx';
import { named, useFormats } from '../../../ui/kit/formats.ts';
import classes from './import-result.module.css';
import type { ImportOutcome } from './use-import-file.ts';

export function ImportResult({ outcome, onClose }: { outcome: ImportOutcome; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common']);
  const { number } = useFormats();
  const { total, accepted, refused, duplicates, ending, declared, stray_bytes, results } = outcome;
  const answerWords = (code: string | null, problem: string | null): string => {
    if (problem === null) return code ?? t('import.acknowledgement');
    return code === null ? inOwnWords(problem) : named(code, inOwnWords(problem));
  };
  return (
    <Stack gap={12}>
      <Text role="status" fw={600}>
        {t('import.finished', { count: total, formatted: number(total) })}
      </Text>
      <FactLine>
        <Fact label={t('import.stored')}>{number(accepted - duplicates)}</Fact>
        <Fact label={t('import.duplicates')}>{number(duplicates)}</Fact>
        <Fact label={t('import.refusals')}>{number(refused)}</Fact>
      </FactLine>
      {ending === 'cut' && (
        <Alert color="yellow" title={t('import.cut_title')}>
          {t('import.cut', { place: total })}
        </Alert>
      )}
      {ending === 'open' && <Text fz={13}>{t('import.open', { place: total })}</Text>}
      {declared !== null && declared !== total && (
        <Alert color="yellow">{t('import.declared', { declared, total })}</Alert>
      )}
      {stray_bytes > 0 && <Alert color="yellow">{t('import.stray', { count: stray_bytes })}</Alert>}
      {refused > 0 && <Text fz={13}>{t('import.refused', { count: refused })}</Text>}
      <ScrollArea.Autosize
        mah={320}
        className={classes.results ?? ''}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('import.results') }}
      >
        <ul aria-label={t('import.results')}>
          {results.map(({ place, message_control_id, code, error }) => (
            <li key={place}>
              <span>
                {place}. <bdi>{message_control_id ?? t('import.no_control_id')}</bdi>
              </span>
              <span>{answerWords(code, error?.text ?? null)}</span>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {results.length < total && <Text fz={12}>{t('import.first', { count: results.length })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  );
}
