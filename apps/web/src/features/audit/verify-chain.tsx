import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { audit } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import classes from './verify-chain.module.css';

/** Lets the server check all entries of the audit. */
export function useVerifyChain() {
  const invalidate = useInvalidate();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => call(audit.verifyAudit, {}),
    onSuccess: () => invalidate('audit'),
  });
  return { start: () => mutate(), isPending, result: data?.data };
}

type Verifying = ReturnType<typeof useVerifyChain>;

export function VerifyChain({ start, isPending }: Verifying) {
  const { t } = useTranslation('audit');
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
      onClick={start}
    >
      {t('verify')}
    </Button>
  );
}

/** Shows the result of the check. */
export function ChainResult({ result }: Verifying) {
  return (
    <div role="status" className={classes.result}>
      {result && <Result result={result} />}
    </div>
  );
}

function Result({ result: { intact, checked, broken, head, unsigned, signed_since } }: { result: audit.Verification }) {
  const { t } = useTranslation('audit');
  const { exactDateTime } = useFormats();
  if (intact) {
    return (
      <Alert color="green" variant="light" icon={<IconShieldCheck />} title={t('verified_title', { count: checked })}>
        {head && <p className={classes.line}>{t('verified_text', head)}</p>}
        {unsigned > 0 && (
          <p className={classes.line}>
            {signed_since
              ? t('unsigned_before', { count: unsigned, date: exactDateTime(signed_since) })
              : t('unsigned', { count: unsigned })}
          </p>
        )}
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('broken_title', { count: broken.length })}>
      <ul className={classes.broken}>
        {broken.map(({ position, entry_id, problem }) => (
          <li key={`${position}${problem}`}>{t(`broken_${problem}`, { entry: entry_id, position })}</li>
        ))}
      </ul>
    </Alert>
  );
}
