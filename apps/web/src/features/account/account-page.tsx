import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import classes from './account-page.module.css';
import { ChangePassword } from './password/change-password.tsx';
import { OpenSessions } from './sessions/open-sessions.tsx';
import { TwoStepSetting } from './two-step/two-step-setting.tsx';

/** What belongs to the person who is signed in. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const query = useQuery(ask(account.getAccount, {}, { failureIsShown: true }));
  return (
    <Record query={query} title={t('own.title')} path={[]}>
      {(own) => (
        <Page title={t('own.title')} heading={own.name} lead={own.email}>
          <div className={classes.panels}>
            <Panel title={t('own.password')}>
              <ChangePassword email={own.email} />
            </Panel>
            <Panel title={t('own.two_step')}>
              <TwoStepSetting two_step={own.two_step} />
            </Panel>
            <Panel title={t('own.sessions')} className={classes.wide ?? ''} flush>
              <OpenSessions />
            </Panel>
          </div>
        </Page>
      )}
    </Record>
  );
}
