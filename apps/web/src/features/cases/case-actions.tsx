import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { useMay, useSession } from '../../api/session.ts';
import { AssignDialog } from './assign-dialog.tsx';
import classes from './case-actions.module.css';
import { CaseNoteDialog } from './case-note-dialog.tsx';
import { useMoveCase } from './use-move-case.ts';

/** Offers the moves that the state allows. The button of the most likely one is filled. */
export function CaseActions({ record }: { record: cases.CaseDetail }) {
  const { t } = useTranslation('cases');
  const move = useMoveCase(record.id);
  const [asked, setAsked] = useState<Exclude<cases.CaseAction, 'claim'> | null>(null);
  const possible = cases.CASE_ACTIONS.filter((action) => cases.CASE_MOVES[action].from.includes(record.state));
  const likely = record.state === 'claimed' ? 'contacted' : possible[0];

  const [assigning, setAssigning] = useState(false);
  const may = useMay();
  const userId = useSession()?.current_user.id;
  const isOwn = record.claimed_by_id === null || record.claimed_by_id === userId || may('admin');
  const mayAssign = isOwn && cases.CASE_ASSIGNED[record.state] !== undefined;

  const start = (action: cases.CaseAction) => {
    if (action === 'claim') move.mutate({ action });
    else setAsked(action);
  };

  return (
    <>
      <div className={classes.moves}>
        {possible.map((action) => (
          <Button
            key={action}
            variant={action === likely && action !== 'reopen' ? 'filled' : 'default'}
            loading={move.isPending && move.variables.action === action}
            onClick={() => start(action)}
          >
            {t(action)}
          </Button>
        ))}
      </div>
      {mayAssign && (
        <Button variant="default" onClick={() => setAssigning(true)}>
          {t('assign')}
        </Button>
      )}
      <AssignDialog record={record} opened={assigning} onClose={() => setAssigning(false)} />
      <CaseNoteDialog action={asked} offer={record.de_escalation_offer} move={move} onClose={() => setAsked(null)} />
    </>
  );
}
