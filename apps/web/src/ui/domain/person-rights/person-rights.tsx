import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { saveJson } from '../../../api/save-file.ts';
import { useMay, useSeesEveryWard } from '../../../api/session.ts';
import { useFormats } from '../../kit/formats.ts';
import { Panel } from '../../kit/panel.tsx';
import { EraseDialog, type Who } from './erase-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { noticeFailedRequest, noticeSuccess } from '../notices.ts';

/**
 * Exports, holds or erases what is stored about a person. Shows nothing to people who may do none of it, or who see only
 * some wards: what is stored may be of any ward.
 */
export function PersonRights({ who }: { who: Who }) {
  const { t } = useTranslation('privacy');
  const may = useMay();
  const seesEveryWard = useSeesEveryWard();
  const mayHold = may('persons.hold') && 'patient_id' in who;
  if (!seesEveryWard || !(may('persons.export') || may('persons.erase') || mayHold)) return null;
  return (
    <Panel title={t('rights.title')}>
      {mayHold && <Hold patientId={who.patient_id} />}
      <Group gap={8}>
        {may('persons.export') && <ExportPerson who={who} />}
        {may('persons.erase') && <EraseDialog who={who} />}
      </Group>
    </Panel>
  );
}

function ExportPerson({ who }: { who: Who }) {
  const { t } = useTranslation('privacy');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { data } = await call(privacy.exportPerson, { query: who });
      saveJson(data, Object.entries(who).flat().join('-').replaceAll('_', '-'));
      noticeSuccess(t('rights.exported'));
    } catch (error) {
      noticeFailedRequest(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {t('rights.export')}
    </Button>
  );
}

function Hold({ patientId }: { patientId: number }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useFormats();
  const query = { patient_id: patientId, standing: '1' } as const;
  const holds = useQuery(ask(privacy.listLegalHolds, { query }));
  if (!holds.data) return null;
  const [hold] = holds.data.data;
  return (
    <Group justify="space-between" gap={8} mb={12} wrap="nowrap" align="start">
      <p className="wv-quiet">
        {hold ? t('rights.held', { at: dateTime(hold.held_at), reason: hold.reason }) : t('rights.not_held')}
      </p>
      <HoldDialog patientId={patientId} isHeld={hold !== undefined} />
    </Group>
  );
}
