import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { patients } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import classes from './patient-page.module.css';

/** Lists the records that were merged into this one. Each merge can be taken back. */
export function PatientMerges({ patient, mayUpdate }: { patient: patients.PatientDetail; mayUpdate: boolean }) {
  const { t } = useTranslation('patients');
  const { dateTime } = useFormats();
  const invalidate = useInvalidate();
  const undo = useMutation({
    mutationFn: (mergeId: number) => call(patients.undoMerge, { params: { id: patient.id, mergeId } }),
    onSuccess: () => noticeSuccess(t('undo_done')),
    onSettled: () => void invalidate('patients', 'messages'),
  });
  const askAndUndo = async ({ id, gone_identifier: number }: patients.PatientMerge) => {
    if (await confirm({ title: t('undo_title'), text: t('undo_text', { number }) })) undo.mutate(id);
  };
  if (patient.merges.length === 0) return <p className={classes.empty}>{t('merges_empty')}</p>;
  return (
    <ul className={classes.list}>
      {patient.merges.map((merge) => (
        <li key={merge.id}>
          <div>{t(`merge.${merge.kind}`, { number: merge.gone_identifier, user: merge.user_name ?? '' })}</div>
          <div className={classes.quiet}>{dateTime(merge.at)}</div>
          {merge.undone_at ? (
            <div className={classes.quiet}>
              {[t('undone', { at: dateTime(merge.undone_at) }), merge.undone_by_name].filter(Boolean).join(' · ')}
            </div>
          ) : (
            mayUpdate &&
            merge.survivor_id === patient.id && (
              <Button
                className={classes.noPrint ?? ''}
                size="xs"
                mt={8}
                variant="default"
                loading={undo.isPending}
                onClick={() => void askAndUndo(merge)}
              >
                {t('undo')}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
