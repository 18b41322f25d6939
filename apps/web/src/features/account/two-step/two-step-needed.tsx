import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { renewSession } from '../../../api/session.ts';
import { noticeFailedRequest } from '../../../ui/domain/notices.ts';
import { AccountFrame } from '../account-frame.tsx';
import { AddPasskey } from '../passkeys/add-passkey.tsx';
import { TwoStepSetting } from './two-step-setting.tsx';

/** Leads somebody through switching two-step sign-in on who can do nothing else before. */
export function TwoStepNeeded({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation('account');
  const own = useQuery(ask(account.getAccount, {}, { failureIsShown: true })).data?.data;
  const enter = () => void call(account.getSession, {}).then(renewSession, noticeFailedRequest);
  return (
    <AccountFrame
      title={t('two_step.needed_title')}
      lead={t('two_step.needed')}
      links={
        <Anchor component="button" type="button" inherit onClick={onSignOut}>
          {t('lock.sign_out')}
        </Anchor>
      }
    >
      <TwoStepSetting two_step={{ enabled: false, recovery_codes_left: 0, required: true }} onEnabled={enter} />
      {own?.passkeys.can_add && <AddPasskey onAdded={enter} />}
    </AccountFrame>
  );
}
