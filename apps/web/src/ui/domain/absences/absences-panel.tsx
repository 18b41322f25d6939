import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { duty } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { confirm } from '../../kit/confirm.ts';
import { useFormats } from '../../kit/formats.ts';
import { Panel } from '../../kit/panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../kit/panel-rows.tsx';
import { AddButton, RemoveButton } from '../../kit/row-buttons.tsx';
import { FailedState } from '../../kit/state-panels.tsx';
import { noticeSuccess } from '../notices.ts';
import { AbsenceForm } from './absence-form.tsx';

interface AbsencesPanelProps {
  /** The person whose absences they are; null for one's own. */
  userId: number | null;
  className?: string;
}

/** Lists when somebody is away and who stands in, and lets absences be added and taken back. */
export function AbsencesPanel({ userId, className = '' }: AbsencesPanelProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const own = useQuery({ ...ask(duty.listOwnAbsences, {}, { failureIsShown: true }), enabled: userId === null });
  const others = useQuery({
    ...ask(duty.listAbsences, { params: { id: userId ?? 0 } }, { failureIsShown: true }),
    enabled: userId !== null,
  });
  const query = userId === null ? own : others;
  return (
    <Panel
      title={t('absence.title')}
      className={className}
      flush
      actions={
        <AddButton disabled={!query.data} onClick={() => setIsAdding(true)}>
          {t('absence.add')}
        </AddButton>
      }
    >
      <PanelNote>{t(userId === null ? 'absence.text_own' : 'absence.text_other')}</PanelNote>
      {query.data ? (
        <AbsenceRows absences={query.data.data} userId={userId} />
      ) : query.isError ? (
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={40} />
      )}
      <Modal
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        title={t('absence.add')}
        size={460}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <AbsenceForm userId={userId} deputies={query.data?.deputies} onClose={() => setIsAdding(false)} />
      </Modal>
    </Panel>
  );
}

interface AbsenceRowsProps {
  absences: readonly duty.Absence[];
  userId: number | null;
}

function AbsenceRows({ absences, userId }: AbsenceRowsProps) {
  const { t } = useTranslation();
  const { plainDate } = useFormats();
  const remove = useRemoveAbsence(userId);
  const daysOf = ({ from_day, to_day }: duty.Absence) =>
    t('absence.days', { from: plainDate(from_day), to: plainDate(to_day) });
  async function askToRemove(one: duty.Absence): Promise<void> {
    const isSure = await confirm({
      title: t('absence.remove_title', { days: daysOf(one) }),
      text: t('absence.remove_text', { name: one.deputy.name }),
      dangerous: true,
    });
    if (isSure) remove.mutate(one.id);
  }
  if (absences.length === 0) return <PanelNote>{t('absence.none')}</PanelNote>;
  return (
    <PanelRows label={t('absence.title')} columns="minmax(0, 1fr) minmax(0, 1fr)">
      {absences.map((one) => (
        <PanelRow
          key={one.id}
          buttons={
            <RemoveButton
              label={t('absence.remove', { days: daysOf(one) })}
              disabled={remove.isPending}
              onClick={() => void askToRemove(one)}
            />
          }
        >
          <span>{daysOf(one)}</span>
          <span>{t('absence.deputy_is', { name: one.deputy.name })}</span>
        </PanelRow>
      ))}
    </PanelRows>
  );
}

function useRemoveAbsence(userId: number | null) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (id: number) =>
      userId === null
        ? call(duty.deleteOwnAbsence, { params: { id } })
        : call(duty.deleteAbsence, { params: { id: userId, absenceId: id } }),
    onSuccess: () => {
      noticeSuccess(t('absence.removed'));
      void invalidate('users');
    },
  });
}
