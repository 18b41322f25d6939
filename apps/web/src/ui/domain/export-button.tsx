import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '../../api/save-file.ts';
import { noticeFailedRequest } from './notices.ts';

interface ExportButtonProps {
  /** Address of the call, with `.csv` and the filters. */
  address: string;
  /** Name of the file, without `.csv`. */
  name: string;
  /** The button is smaller, as in the head of a panel. */
  compact?: boolean;
  className?: string | undefined;
  /** The word has a class of its own, with its distance from the icon: where there is no room, it is hidden. */
  wordClassName?: string | undefined;
}

/** Downloads a list as a CSV file. */
export function ExportButton({ address, name, compact = false, className = '', wordClassName }: ExportButtonProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveCsv(address, name);
    } catch (error) {
      noticeFailedRequest(error);
    } finally {
      setBusy(false);
    }
  };
  const words = busy ? t('list.exporting') : t('list.export');
  const icon = <IconDownload size={compact ? 14 : 16} stroke={1.75} aria-hidden />;
  if (!wordClassName) {
    const size = compact ? 'compact-sm' : 'sm';
    return (
      <Button size={size} variant="default" leftSection={icon} disabled={busy} onClick={() => void save()}>
        {words}
      </Button>
    );
  }
  return (
    <Button className={className} variant="default" disabled={busy} onClick={() => void save()}>
      {icon}
      <span className={wordClassName}>{words}</span>
    </Button>
  );
}
