import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportPacks, type reports } from '@wardvoice/contract';
import { addressOf } from '../../api/address.ts';
import { saveFileOf } from '../../api/save-file.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';

interface PdfButtonProps {
  search: reports.ReportFilters;
  /** What is shown: its survey and days are those of the file. */
  report: reports.ReportHead;
}

/** Hands all four reports of these days to the browser, as one PDF. */
export function PdfButton({ search, report: { survey, from, to } }: PdfButtonProps) {
  const { t } = useTranslation('reports');
  const [busy, setBusy] = useState(false);
  const { location, department_id, language } = search;
  const query = { survey_id: survey?.id, from, to, location, department_id, language };
  const save = async () => {
    setBusy(true);
    try {
      await saveFileOf(addressOf(reportPacks.getReportPack, {}, query), `${t('title')} ${from} ${to}.pdf`);
    } catch (error) {
      noticeFailedRequest(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
      disabled={busy}
      onClick={() => void save()}
    >
      {t(busy ? 'writing_pdf' : 'save_pdf')}
    </Button>
  );
}
