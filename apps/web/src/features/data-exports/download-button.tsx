import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataExports } from '@wardvoice/contract';
import { addressOf } from '../../api/address.ts';
import { saveFileOf } from '../../api/save-file.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';

/** Hands the file of an export to the browser. */
export function DownloadButton({ row: { id, file } }: { row: dataExports.DataExport }) {
  const { t } = useTranslation('data_exports');
  const [busy, setBusy] = useState(false);
  const name = file?.split('/').at(-1) ?? '';
  const save = async () => {
    setBusy(true);
    try {
      await saveFileOf(addressOf(dataExports.getDataExportFile, { id }), name);
    } catch (error) {
      noticeFailedRequest(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
      aria-label={t('download_named', { name })}
      disabled={busy}
      onClick={() => void save()}
    >
      {t(busy ? 'downloading' : 'download')}
    </Button>
  );
}
