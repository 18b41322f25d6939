import { Button } from '@mantine/core';
import { IconBuildingHospital } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { useChooseApplication } from '../../../api/use-choose-application.ts';
import { ButtonLink } from '../../kit/links.tsx';
import { Page } from '../../kit/page.tsx';
import { EmptyState } from '../../kit/state-panels.tsx';
import classes from './no-application.module.css';

/**
 * Draws the screen, unless the address was written for another application of this person ("?application=2", as in e-mails): the
 * records there would not be found here, so the person is asked to open it there.
 */
export function LinkedApplication({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const current = session?.application_user.application ?? null;
  const wanted = useRouterState({
    select: ({ location }) => (location.search as { application?: string }).application,
  });
  const other = session?.applications.find(({ id }) => String(id) === wanted && id !== current?.id);
  const isAnswered = wanted !== undefined && !other;
  const navigate = useNavigate();
  useEffect(() => {
    if (isAnswered)
      void navigate({
        to: '.',
        search: ({ application: _answered, ...rest }: object & { application?: unknown }) => rest,
        replace: true,
      });
  }, [isAnswered, navigate]);
  const choose = useChooseApplication({ stay: true });
  if (wanted === undefined) return children;
  if (!other) return null;
  return (
    <Page title={t('other_application.title', { title: other.title })}>
      <EmptyState
        icon={IconBuildingHospital}
        title={t('other_application.question', { title: other.title })}
        text={current ? t('other_application.text', { current: current.title }) : t('no_application.text')}
        action={
          <div className={classes.choices}>
            <Button disabled={choose.isPending} onClick={() => choose.mutate(other.id)}>
              <bdi>{t('no_application.open', { title: other.title })}</bdi>
            </Button>
            {current && (
              <ButtonLink variant="default" to="/dashboard">
                <bdi>{t('other_application.stay', { title: current.title })}</bdi>
              </ButtonLink>
            )}
          </div>
        }
      />
    </Page>
  );
}
