import { Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { users, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { AddMenu, type Assignable } from '../../ui/domain/add-menu.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { ChangeButton, RemoveButton } from '../../ui/kit/row-buttons.tsx';
import { WardsInput } from '../../ui/domain/pickers/wards-input.tsx';
import { listed } from '../../ui/kit/formats.ts';

type Applications = ReplyOf<typeof users.listUserApplications>;
type Placed = Applications['data'][number];

interface UserSeatsProps {
  user: users.User;
  /** Undefined while they are being fetched. */
  applications: Applications | undefined;
  isBusy: boolean;
  onAdd: (ids: number[]) => void;
  onRemove: (one: Assignable) => void;
}

/** Shows a superuser every application of a person, with role and wards, which can be changed for each. */
export function UserSeats({ user, applications, isBusy, onAdd, onRemove }: UserSeatsProps) {
  const { t } = useTranslation(['users', 'common']);
  const [changed, setChanged] = useState<Placed | null>(null);
  return (
    <Panel
      title={t('applications')}
      flush
      actions={
        <AddMenu label={t('add_application')} choices={applications?.available ?? []} isBusy={isBusy} onAdd={onAdd} />
      }
    >
      {!applications ? (
        <Skeleton height={40} />
      ) : applications.data.length === 0 ? (
        <PanelNote>{t('no_applications')}</PanelNote>
      ) : (
        <PanelRows label={t('applications')} columns="minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr)">
          {applications.data.map((one) => (
            <PanelRow
              key={one.id}
              buttons={
                <>
                  <ChangeButton
                    label={t('change_wards', { application: one.title })}
                    disabled={isBusy}
                    onClick={() => setChanged(one)}
                  />
                  <RemoveButton
                    label={t('common:assign.remove', { name: one.title })}
                    disabled={isBusy}
                    onClick={() => onRemove(one)}
                  />
                </>
              }
            >
              <AnchorLink to="/applications/$id" params={{ id: String(one.id) }}>
                <bdi>{one.title}</bdi>
              </AnchorLink>
              <span>
                <bdi>{one.seat?.role ? inOwnWords(one.seat.role.name) : t('no_role')}</bdi>
              </span>
              <span>
                <bdi>{listed(one.seat?.locations ?? []) || t('all_wards')}</bdi>
              </span>
            </PanelRow>
          ))}
        </PanelRows>
      )}
      <Modal
        opened={changed !== null}
        onClose={() => setChanged(null)}
        title={<bdi>{t('change_wards', { application: changed?.title })}</bdi>}
        size={460}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {changed && <WardsForm user={user} application={changed} onClose={() => setChanged(null)} />}
      </Modal>
    </Panel>
  );
}

type Values = { application_user: { locations: string[]; version?: number } };

function WardsForm({ user, application, onClose }: { user: users.User; application: Placed; onClose: () => void }) {
  const { t } = useTranslation('common');
  const record = useRecordForm<Values, unknown>({
    schema: users.updateUserApplication.body,
    wrapper: 'application_user',
    values: {
      application_user: {
        locations: application.seat?.locations ?? [],
        ...(application.seat ? { version: application.seat.version } : {}),
      },
    },
    save: (body) => call(users.updateUserApplication, { params: { id: user.id, applicationId: application.id }, body }),
    changes: ['users'],
    onSaved: onClose,
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('record.save')} onCancel={onClose}>
      <WardsInput
        {...form.getInputProps('application_user.locations')}
        applicationId={application.id}
        value={form.values.application_user.locations}
        onChange={(locations) => form.setFieldValue('application_user.locations', locations)}
      />
    </Form>
  );
}
