import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { AddButton, ChangeButton, RemoveButton } from '../../ui/kit/row-buttons.tsx';
import { EscalationDialog } from './escalation-dialog.tsx';
import { listed } from '../../ui/kit/formats.ts';

type Row = departments.Escalation;

/** Lists who is told of a case of the department, by survey and turn. */
export function EscalationsPanel({ departmentId }: { departmentId: number }) {
  const { t } = useTranslation('departments');
  const mayUpdate = useMay()('departments.update');
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const { data: list } = useQuery(
    ask(departments.listEscalations, { params: { id: departmentId }, query: { paginate: '0' } }),
  );
  const remove = useRemoveEscalation(departmentId);
  const peopleOf = (row: Row) =>
    row.users.length > 0 ? listed(row.users.map(({ name }) => name)) : t('escalation.nobody');
  async function askToRemove(row: Row): Promise<void> {
    const words = { turn: row.sort_order, survey: row.survey_title, users: peopleOf(row) };
    const isSure = await confirm({
      title: t('escalation.delete_title', words),
      text: t('escalation.delete_text', words),
      dangerous: true,
    });
    if (isSure) remove.mutate(row.id);
  }

  return (
    <Panel
      title={t('escalations')}
      flush
      actions={mayUpdate && <AddButton onClick={() => setEdited('new')}>{t('form.title')}</AddButton>}
    >
      {list?.data.length === 0 ? (
        <PanelNote>{t('escalations_empty')}</PanelNote>
      ) : (
        <PanelRows label={t('escalations')} columns="minmax(0, 2fr) 64px minmax(0, 3fr)" aria-busy={!list}>
          {list?.data.map((row) => (
            <PanelRow
              key={row.id}
              buttons={
                mayUpdate && (
                  <>
                    <ChangeButton
                      label={t('escalation.change', { turn: row.sort_order, survey: row.survey_title })}
                      onClick={() => setEdited(row)}
                    />
                    <RemoveButton
                      label={t('escalation.remove', { turn: row.sort_order, survey: row.survey_title })}
                      disabled={remove.isPending}
                      onClick={() => void askToRemove(row)}
                    />
                  </>
                )
              }
            >
              <span>
                <bdi>{row.survey_title}</bdi>
              </span>
              <span>{t('escalation.turn', { turn: row.sort_order })}</span>
              <span className={row.users.length === 0 ? 'wv-quiet' : undefined}>
                {row.on_duty ? t('escalation.on_duty', { users: peopleOf(row) }) : peopleOf(row)}
              </span>
            </PanelRow>
          ))}
        </PanelRows>
      )}
      {mayUpdate && (
        <EscalationDialog departmentId={departmentId} escalation={edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function useRemoveEscalation(departmentId: number) {
  const { t } = useTranslation('departments');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (escalationId: number) =>
      call(departments.deleteEscalation, { params: { id: departmentId, escalationId } }),
    onSuccess: ({ data }) => {
      noticeSuccess(t('escalation.deleted', { id: data.id }));
      void invalidate('departments');
    },
  });
}
