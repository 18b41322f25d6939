import { Menu, TextInput } from '@mantine/core';
import { IconCheck, IconLogout2, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayIn, type Session } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import classes from './header.module.css';

/** From this number of applications on, the list has a search field. */
const MANY = 8;

/** Lets people with several applications change between them. Superusers may also work in none. */
export function ApplicationSwitcher({ session }: { session: Session }) {
  const { t } = useTranslation(['shell', 'common']);
  const choose = useChooseApplication();
  const current = session.application_user.application;
  const isSuperuser = mayIn(session, 'superuser');
  const [term, setTerm] = useState('');
  const hasMany = session.applications.length >= MANY;
  const found = session.applications.filter(({ title }) => title.toLowerCase().includes(term.trim().toLowerCase()));
  return (
    <Menu position="bottom-start" width={280} onClose={() => setTerm('')}>
      <Menu.Target>
        <button type="button" className={classes.switcher} title={t('choose_application')} disabled={choose.isPending}>
          <span className={classes.title} dir="auto">
            {current?.title ?? t('no_application')}
          </span>
          <IconSelector size={15} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.applications ?? ''}>
        {hasMany && (
          <TextInput
            className={classes.find ?? ''}
            aria-label={t('find_application')}
            placeholder={t('find_application')}
            value={term}
            data-autofocus
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        )}
        {found.length === 0 && <Menu.Label>{t('common:select.nothing')}</Menu.Label>}
        {found.map((each) => (
          <Menu.Item
            key={each.id}
            aria-current={each.id === current?.id || undefined}
            rightSection={each.id === current?.id && <IconCheck size={16} stroke={1.75} aria-hidden />}
            onClick={() => choose.mutate(each.id)}
          >
            {each.title}
          </Menu.Item>
        ))}
        {isSuperuser && current && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconLogout2 size={16} stroke={1.5} aria-hidden />}
              onClick={() => choose.mutate(null)}
            >
              {t('leave_application')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
