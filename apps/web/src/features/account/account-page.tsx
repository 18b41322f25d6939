import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { AbsencesPanel } from '../../ui/domain/absences/absences-panel.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { LanguageLinks } from '../../ui/domain/languages/language-links.tsx';
import { Record } from '../../ui/domain/record.tsx';
import classes from './account-page.module.css';
import { NoticeSettings } from './notices/notice-settings.tsx';
import { ChangePassword } from './password/change-password.tsx';
import { PasskeysSetting } from './passkeys/passkeys-setting.tsx';
import { OpenSessions } from './sessions/open-sessions.tsx';
import { TwoStepSetting } from './two-step/two-step-setting.tsx';

/** Whether there is anything to do, or anything to say to an administrator. */
const isAboutPasskeys = ({ passkeys: { count, can_add, hindrance } }: account.OwnAccount): boolean =>
  count > 0 || can_add || hindrance !== null;

/** What belongs to the person who is signed in. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const may = useMay();
  const application = useApplication();
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
              <TwoStepSetting two_step={own.two_step} hasPasskeys={own.passkeys.count > 0} />
            </Panel>
            {isAboutPasskeys(own) && (
              <Panel title={t('passkeys.title')} className={classes.wide ?? ''} flush>
                <PasskeysSetting own={own} />
              </Panel>
            )}
            <Panel title={t('own.language')}>
              <LanguageLinks />
            </Panel>
            <Panel title={t('own.notices')} className={classes.wide ?? ''} flush>
              <NoticeSettings />
            </Panel>
            {application && may('cases.list') && <AbsencesPanel userId={null} className={classes.wide ?? ''} />}
            <Panel title={t('own.sessions')} className={classes.wide ?? ''} flush>
              <OpenSessions />
            </Panel>
          </div>
        </Page>
      )}
    </Record>
  );
}
