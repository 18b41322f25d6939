import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { duty } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { AddButton, ChangeButton, RemoveButton } from '../../ui/kit/row-buttons.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { useShiftName } from './use-shift-name.ts';
import { listed } from '../../ui/kit/formats.ts';

/** Shifts begin and end by the clock, which no event of the server announces. */
const REFRESH_MS = 60_000;

const namesOf = (people: readonly { name: string }[]): string => listed(people.map(({ name }) => name));

/** Shows the weekly duty rota of a department, and who is on duty now. */
export function DutyPanel({ departmentId }: { departmentId: number }) {
  const { t } = useTranslation('departments');
  const mayUpdate = useMay()('departments.update');
  const [edited, setEdited] = useState<duty.Shift | 'new' | null>(null);
  const query = useQuery({
    ...ask(duty.listShifts, { params: { id: departmentId } }, { failureIsShown: true }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title={t('duty.title')}
      flush
      actions={mayUpdate && <AddButton onClick={() => setEdited('new')}>{t('duty.add')}</AddButton>}
    >
      {query.data ? (
        <Rota rota={query.data} departmentId={departmentId} onChange={mayUpdate ? setEdited : undefined} />
      ) : query.isError ? (
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={80} />
      )}
      {mayUpdate && <ShiftDialog departmentId={departmentId} shift={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

interface RotaProps {
  rota: { data: duty.Shift[]; on_duty: { people: { name: string }[] }; time_zone: string };
  departmentId: number;
  /** Undefined for whoever may only read it. */
  onChange: ((shift: duty.Shift) => void) | undefined;
}

function Rota({ rota: { data, on_duty, time_zone }, departmentId, onChange }: RotaProps) {
  const { t } = useTranslation('departments');
  if (data.length === 0) return <PanelNote>{t('duty.empty')}</PanelNote>;
  return (
    <>
      <PanelNote>
        <strong>
          {on_duty.people.length > 0 ? t('duty.now', { people: namesOf(on_duty.people) }) : t('duty.nobody')}
        </strong>{' '}
        {t('duty.zone', { zone: time_zone.replaceAll('_', ' ') })}
      </PanelNote>
      <PanelRows label={t('duty.title')} columns="minmax(0, 2fr) minmax(0, 3fr)">
        {data.map((shift) => (
          <ShiftRow key={shift.id} shift={shift} departmentId={departmentId} onChange={onChange} />
        ))}
      </PanelRows>
    </>
  );
}

interface ShiftRowProps extends Pick<RotaProps, 'departmentId' | 'onChange'> {
  shift: duty.Shift;
}

function ShiftRow({ shift, departmentId, onChange }: ShiftRowProps) {
  const { t } = useTranslation('departments');
  const name = useShiftName()(shift);
  const users = namesOf(shift.users) || t('duty.nobody_left');
  const remove = useRemoveShift(departmentId);
  async function askToRemove(): Promise<void> {
    const isSure = await confirm({
      title: t('duty.remove_title', { shift: name }),
      text: t('duty.remove_text', { users }),
      dangerous: true,
    });
    if (isSure) remove.mutate(shift.id);
  }
  return (
    <PanelRow
      buttons={
        onChange && (
          <>
            <ChangeButton label={t('duty.change', { shift: name })} onClick={() => onChange(shift)} />
            <RemoveButton
              label={t('duty.remove', { shift: name })}
              disabled={remove.isPending}
              onClick={() => void askToRemove()}
            />
          </>
        )
      }
    >
      <span>{name}</span>
      <span className={shift.users.length === 0 ? 'wv-quiet' : undefined}>{users}</span>
    </PanelRow>
  );
}

function useRemoveShift(departmentId: number) {
  const { t } = useTranslation('departments');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (shiftId: number) => call(duty.deleteShift, { params: { id: departmentId, shiftId } }),
    onSuccess: () => {
      noticeSuccess(t('duty.removed'));
      void invalidate('departments');
    },
  });
}
