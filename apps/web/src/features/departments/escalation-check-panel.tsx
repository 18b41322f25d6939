import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { listed, named } from '../../ui/kit/formats.ts';

type Row = departments.EscalationCheckRow;

/** Lists every answer that opens a case, with the people who would be told of it now. */
export function EscalationCheckPanel({ applicationId }: { applicationId: number }) {
  const { t } = useTranslation('departments');
  const { data: check } = useQuery(ask(departments.checkEscalations, { params: { id: applicationId } }));
  const fallingBack = check?.falling_back ?? 0;
  return (
    <Panel
      title={t('check.title')}
      flush
      actions={
        fallingBack > 0 && (
          <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>
            {t('check.falling_back', { count: fallingBack })}
          </StatusBadge>
        )
      }
    >
      {check?.data.length === 0 ? (
        <PanelNote>{t('check.empty')}</PanelNote>
      ) : (
        <PanelRows label={t('check.title')} columns="minmax(0, 3fr) minmax(0, 1fr) minmax(0, 2fr)" aria-busy={!check}>
          {check?.data.map((row) => (
            <PanelRow key={`${row.survey_id} ${row.question} ${row.option} ${row.department_id}`}>
              <span>
                {row.survey_title}: {row.option} <span className="wv-quiet">{row.question}</span>
              </span>
              <span>
                {row.department_title ?? t('check.no_department')}
                {row.by_ward && <span className="wv-quiet"> {t('check.wards', { wards: listed(row.wards) })}</span>}
              </span>
              <Told row={row} />
            </PanelRow>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}

/** Names the people of each turn. It warns where only the administrators can be reached. */
function Told({ row }: { row: Row }) {
  const { t } = useTranslation('departments');
  const turns = row.levels.map(({ level, people }) => {
    const names = listed(people.map(({ name }) => name));
    if (row.falls_back || row.levels.length === 1) return names;
    return named(t('escalation.turn', { turn: level }), names);
  });
  return (
    <span>
      {row.falls_back && (
        <>
          <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>{t('check.administrators')}</StatusBadge>{' '}
        </>
      )}
      {turns.join(' · ') || t('escalation.nobody')}
    </span>
  );
}
