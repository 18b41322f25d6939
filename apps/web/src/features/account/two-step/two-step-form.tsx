import { Anchor, Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { AccountForm } from '../account-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

interface TwoStepFormProps {
  token: string;
  onDone: (reply: typeof account.login.reply._zod.output) => void;
  onAgain: () => void;
}

/** The second step of signing in. */
export function TwoStepForm({ token, onDone, onAgain }: TwoStepFormProps) {
  const { t } = useTranslation('account');
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.loginTwoStep.body,
    values: { two_step_token: token, code: '' },
    send: (body) => call(account.loginTwoStep, { body }),
    onDone,
  });
  return (
    <AccountForm
      title={t('two_step.sign_in_title')}
      lead={t('two_step.sign_in_lead')}
      onSubmit={submit}
      links={
        <Anchor component="button" type="button" inherit onClick={onAgain}>
          {t('two_step.again')}
        </Anchor>
      }
    >
      <ProblemAlert text={problem} />
      <TextInput
        label={t('two_step.code')}
        description={t('two_step.code_help')}
        autoComplete="one-time-code"
        autoFocus
        {...form.getInputProps('code')}
      />
      <Button type="submit" fullWidth loading={isSending}>
        {t('submit')}
      </Button>
    </AccountForm>
  );
}
