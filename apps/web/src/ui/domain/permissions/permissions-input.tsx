import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PERMISSIONS } from '@wardvoice/contract';
import { useMay } from '../../../api/session.ts';
import { FormSection } from '../../kit/form.tsx';
import { groupPermissions } from './group-permissions.ts';
import classes from './permissions-input.module.css';

interface PermissionsInputProps {
  value: string[];
  onChange: (permissions: string[]) => void;
  error?: ReactNode;
  /** The permissions that can be chosen; default: all. */
  offered?: readonly string[];
}

/** Offers permissions by what it is about. Those that the person does not have themselves cannot be changed. */
export function PermissionsInput({ value, onChange, error, offered = PERMISSIONS }: PermissionsInputProps) {
  const { t } = useTranslation('roles');
  const may = useMay();
  const names = [...new Set<string>([...offered, ...value])];
  return (
    <FormSection title={t('permissions')} text={t('permissions_help')}>
      <Checkbox.Group value={value} onChange={onChange} error={error} aria-label={t('permissions')}>
        <div className={classes.groups}>
          {groupPermissions(names).map(({ resource, title, permissions }) => (
            <fieldset key={resource} className={classes.group}>
              <legend className={classes.title}>{title}</legend>
              <div className={classes.choices}>
                {permissions.map(({ name, action }) => (
                  <Checkbox key={name} value={name} label={action} disabled={!may(name)} />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Checkbox.Group>
    </FormSection>
  );
}
