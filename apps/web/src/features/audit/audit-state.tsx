import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { audit } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useFormats } from '../../ui/kit/formats.ts';

/** Says when the audit was last verified, with what result, and which checkpoint was stored last. */
export function AuditState() {
  const { t } = useTranslation('audit');
  const { data, isError } = useQuery(ask(audit.getAuditState, {}, { failureIsShown: true }));
  if (isError) return <p className="wv-quiet">{t('state.unknown')}</p>;
  if (!data) return null;
  const { verification, checkpoint, removed, owned_by_program } = data.data;
  return (
    <>
      {verification && verification.problems > 0 && <Broken verification={verification} />}
      <p className="wv-quiet">
        <Verified verification={verification} /> <LastCheckpoint checkpoint={checkpoint} />{' '}
        {removed && <Removed removed={removed} />} {owned_by_program && t('state.owned_by_program')}
      </p>
    </>
  );
}

function Broken({ verification: { problems } }: { verification: NonNullable<audit.AuditState['verification']> }) {
  const { t } = useTranslation('audit');
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('state.broken_title', { count: problems })}>
      {t('state.broken_text')}
    </Alert>
  );
}

function Verified({ verification }: Pick<audit.AuditState, 'verification'>) {
  const { t } = useTranslation('audit');
  const { exactDateTime } = useFormats();
  if (!verification) return t('state.never');
  const { at, checked, machine, problems } = verification;
  const by = machine === null ? t('state.on_screen') : t('state.by_machine', { machine });
  const result = problems === 0 ? t('state.intact', { count: checked }) : t('state.broken', { count: problems });
  return t('state.verified', { at: exactDateTime(at), by, result });
}

function LastCheckpoint({ checkpoint }: Pick<audit.AuditState, 'checkpoint'>) {
  const { t } = useTranslation('audit');
  const { exactDateTime } = useFormats();
  if (!checkpoint) return t('state.no_checkpoint');
  const { at, machine, position } = checkpoint;
  return t('state.checkpoint', { at: exactDateTime(at), machine, position });
}

/** Says from when on there are entries, where retention has removed older ones. */
function Removed({ removed: { until, entries } }: { removed: NonNullable<audit.AuditState['removed']> }) {
  const { t } = useTranslation('audit');
  const { exactDateTime } = useFormats();
  return t('state.removed', { until: exactDateTime(until), count: entries });
}
