import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
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
import { EscalationDialog } from './escalation-dialog.tsx';
import classes from './escalations-panel.module.css';

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
    row.users.length > 0 ? row.users.map(({ name }) => name).join(', ') : t('escalation.nobody');
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
      actions={
        mayUpdate && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('form.title')}
          </Button>
        )
      }
    >
      {list?.data.length === 0 ? (
        <p className={classes.empty}>{t('escalations_empty')}</p>
      ) : (
        <ul className={classes.rows} aria-label={t('escalations')} aria-busy={!list}>
          {list?.data.map((row) => (
            <li key={row.id} className={classes.row}>
              <span className={classes.survey}>{row.survey_title}</span>
              <span>{t('escalation.turn', { turn: row.sort_order })}</span>
              <span className={clsx(classes.people, row.users.length === 0 && 'wv-quiet')}>
                {row.on_duty ? t('escalation.on_duty', { users: peopleOf(row) }) : peopleOf(row)}
              </span>
              {mayUpdate && (
                <span className={classes.actions}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('escalation.change', { turn: row.sort_order, survey: row.survey_title })}
                    onClick={() => setEdited(row)}
                  >
                    <IconPencil size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    disabled={remove.isPending}
                    aria-label={t('escalation.remove', { turn: row.sort_order, survey: row.survey_title })}
                    onClick={() => void askToRemove(row)}
                  >
                    <IconX size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </span>
              )}
            </li>
          ))}
        </ul>
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
