import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';
import { ProgressPanel } from '../progress-panel.tsx';
import { useImports } from './use-import-file.ts';

/** Files that are being taken, whoever sent them, and those that stopped before their end. */
export function RecentImports() {
  const { t } = useTranslation(['messages', 'common']);
  const { number } = useFormats();
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const { data: imports } = useImports();
  return (imports?.data ?? []).map((one, index, all) => {
    const { id, state, file_name: name } = one;
    const counts = { done: number(one.done), total: number(one.total) };
    if (state === 'running') {
      return (
        <ProgressPanel
          key={id}
          label={t('import.running', { name })}
          words={t('import.progress', counts)}
          share={one.done / one.total}
        />
      );
    }
    if (state === 'finished' || dismissed.includes(id) || isCompleted(one, all.slice(0, index))) return null;
    return (
      <Alert
        key={id}
        color="yellow"
        title={t('import.interrupted_title', { name, ...counts })}
        withCloseButton
        closeButtonLabel={t('common:close')}
        onClose={() => setDismissed([...dismissed, id])}
      >
        <bdi>{t('import.interrupted_text')}</bdi>
      </Alert>
    );
  });
}

/** By a later one of the same file. */
const isCompleted = ({ file_name, total }: messages.MessageImport, later: readonly messages.MessageImport[]) =>
  later.some((one) => one.state !== 'interrupted' && one.file_name === file_name && one.total === total);
