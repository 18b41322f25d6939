import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wardDepartments } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeFailedRequest, noticeSuccess } from '../../../ui/domain/notices.ts';
import { DepartmentSelect } from '../../../ui/domain/pickers/department-select.tsx';
import { StatusBadge } from '../../../ui/domain/status-badge.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import classes from './wards.module.css';

type Ward = wardDepartments.WardDepartment;

interface WardsPanelProps {
  /** Wards without a department come first. */
  wards: readonly Ward[];
  mayUpdate: boolean;
}

export function WardsPanel({ wards, mayUpdate }: WardsPanelProps) {
  const { t } = useTranslation('departments');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // A ward that is not listed any more is not changed unseen.
  const locations = wards.map(({ location }) => location).filter((location) => chosen.has(location));
  const choose = (location: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, location] : [...chosen].filter((one) => one !== location)));
  const without = wards.filter(({ department_id }) => department_id === null).length;
  return (
    <Panel title={t('wards.table')} flush actions={without > 0 && <WithoutDepartment count={without} />}>
      {mayUpdate && <AssignForm locations={locations} onAssigned={() => setChosen(new Set())} />}
      <table className={classes.table} aria-label={t('wards.table')}>
        <thead>
          <tr>
            {mayUpdate && (
              <td className={classes.box}>
                <Checkbox
                  aria-label={t('wards.all')}
                  checked={locations.length === wards.length}
                  indeterminate={locations.length > 0 && locations.length < wards.length}
                  onChange={({ currentTarget }) =>
                    setChosen(new Set(currentTarget.checked ? wards.map(({ location }) => location) : []))
                  }
                />
              </td>
            )}
            <th scope="col">{t('wards.ward')}</th>
            <th scope="col">{t('what')}</th>
            <th scope="col" className={classes.seen}>
              {t('wards.seen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {wards.map((ward) => (
            <WardRow
              key={ward.location}
              ward={ward}
              isChosen={chosen.has(ward.location)}
              onChoose={mayUpdate ? (isChosen) => choose(ward.location, isChosen) : undefined}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Says how many wards belong to no department. */
function WithoutDepartment({ count }: { count: number }) {
  const { t } = useTranslation('departments');
  return (
    <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>
      {t('wards.without_department', { count })}
    </StatusBadge>
  );
}

interface WardRowProps {
  ward: Ward;
  isChosen: boolean;
  /** Undefined: the reader may not change anything. */
  onChoose: ((isChosen: boolean) => void) | undefined;
}

function WardRow({ ward: { location, department_title, last_seen_at }, isChosen, onChoose }: WardRowProps) {
  const { t } = useTranslation('departments');
  return (
    <tr>
      {onChoose && (
        <td className={classes.box}>
          <Checkbox
            aria-label={t('wards.choose', { ward: location })}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row">
        <bdi>{location}</bdi>
      </th>
      <td>
        {department_title === null ? (
          <span className="wv-quiet">{t('check.no_department')}</span>
        ) : (
          <bdi>{department_title}</bdi>
        )}
      </td>
      <td className={classes.seen}>{last_seen_at && <RelativeTime at={last_seen_at} />}</td>
    </tr>
  );
}

interface AssignFormProps {
  /** The wards that are chosen. */
  locations: readonly string[];
  onAssigned: () => void;
}

function AssignForm({ locations, onAssigned }: AssignFormProps) {
  const { t } = useTranslation('departments');
  const invalidate = useInvalidate();
  const [departmentId, setDepartmentId] = useState<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (department_id: number | null) =>
      call(wardDepartments.updateWardDepartments, {
        body: { wards: locations.map((location) => ({ location, department_id })) },
      }),
    onSuccess: async ({ data }) => {
      noticeSuccess(t('wards.assigned', { count: data.changed }));
      onAssigned();
      await invalidate('departments');
    },
    onError: noticeFailedRequest,
  });
  const count = locations.length;
  return (
    <div className={classes.assign} role="group" aria-label={t('wards.assign_group')}>
      <span role="status" className={classes.chosen}>
        {t('wards.chosen', { count })}
      </span>
      <DepartmentSelect value={departmentId} onChange={setDepartmentId} />
      <Button disabled={count === 0 || departmentId === null} loading={isPending} onClick={() => mutate(departmentId)}>
        {t('wards.assign')}
      </Button>
      <Button variant="default" disabled={count === 0 || isPending} onClick={() => mutate(null)}>
        {t('wards.clear')}
      </Button>
    </div>
  );
}
