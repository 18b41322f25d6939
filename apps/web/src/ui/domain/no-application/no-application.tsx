import { Button } from '@mantine/core';
import { IconBuildingHospital, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay, useSession, type Session } from '../../../api/session.ts';
import { useChooseApplication } from '../../../api/use-choose-application.ts';
import { ButtonLink } from '../../kit/links.tsx';
import { EmptyState } from '../../kit/state-panels.tsx';
import { RecordSelect } from '../pickers/record-select.tsx';
import classes from './no-application.module.css';

/** Up to this number each application has its button; more are searched. */
const MAX_BUTTONS = 5;

/** Opens one of these applications. With `stay` the screen at the same address opens there. */
export function ApplicationChoices({
  choices,
  stay,
  variant = 'filled',
}: {
  choices: Session['applications'];
  stay: boolean;
  variant?: 'filled' | 'default';
}) {
  const { t } = useTranslation();
  const choose = useChooseApplication({ stay });
  if (choices.length > MAX_BUTTONS) {
    return (
      <RecordSelect
        aria-label={t('no_application.title')}
        placeholder={t('no_application.find')}
        choices={choices}
        value={null}
        disabled={choose.isPending}
        onChange={(id) => id !== null && choose.mutate(id)}
      />
    );
  }
  return choices.map(({ id, title }) => (
    <Button key={id} variant={variant} disabled={choose.isPending} onClick={() => choose.mutate(id)}>
      <bdi>{t('no_application.open', { title })}</bdi>
    </Button>
  ));
}

/** Asks whoever works in no application for one. With `stay` the screen at the same address opens then. */
export function NoApplication({ stay = false }: { stay?: boolean }) {
  const { t } = useTranslation();
  const may = useMay();
  const own = useSession()?.applications ?? [];
  if (own.length === 0 && !may('superuser')) {
    return (
      <EmptyState
        icon={IconLock}
        title={t('no_application.no_access_title')}
        text={t('no_application.no_access_text')}
      />
    );
  }
  if (own.length === 0) {
    return (
      <EmptyState
        icon={IconBuildingHospital}
        title={t('no_application.first_title')}
        text={t('no_application.first_text')}
        action={<ButtonLink to="/applications/create">{t('no_application.first_action')}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={IconBuildingHospital}
      title={t('no_application.title')}
      text={t('no_application.text')}
      action={
        <div className={classes.choices}>
          <ApplicationChoices choices={own} stay={stay} />
          {may('superuser') && (
            <ButtonLink variant="default" to="/applications/index">
              {t('no_application.all')}
            </ButtonLink>
          )}
        </div>
      }
    />
  );
}
