import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scim } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { listed } from '../../ui/kit/formats.ts';
import classes from './tokens-page.module.css';

export function TokenRow({ token }: { token: scim.ScimToken }) {
  const { t } = useTranslation('scim');
  const { name, roles, locations } = token;
  return (
    <li className={classes.row}>
      <div className={classes.token}>
        <div className={classes.name} dir="auto">
          {name}
        </div>
        <div className={classes.about}>
          <Times token={token} />
        </div>
        <div className={classes.about}>
          {roles.length > 0 ? t('roles', { names: listed(roles.map((role) => inOwnWords(role.name))) }) : t('no_roles')}
        </div>
        {locations.length > 0 && <div className={classes.about}>{t('wards', { names: listed(locations) })}</div>}
      </div>
      <Revoke token={token} />
    </li>
  );
}

function Times({
  token: { made_by_name, created_at, expires_at, is_expired, last_used_at },
}: {
  token: scim.ScimToken;
}) {
  const { t } = useTranslation('scim');
  return (
    <>
      {t('made')} <RelativeTime at={created_at} />
      {made_by_name && ` ${t('made_by', { name: made_by_name })}`} · {t(is_expired ? 'expired' : 'expires')}{' '}
      <RelativeTime at={expires_at} /> ·{' '}
      {last_used_at === null ? (
        t('never_used')
      ) : (
        <>
          {t('used')} <RelativeTime at={last_used_at} />
        </>
      )}
    </>
  );
}

/** Asks first, because the identity provider stops at once. */
function Revoke({ token: { id, name } }: { token: scim.ScimToken }) {
  const { t } = useTranslation('scim');
  const invalidate = useInvalidate();
  const revoke = useMutation({
    mutationFn: () => call(scim.revokeScimToken, { params: { id } }),
    onSuccess: () => noticeSuccess(t('revoked', { name })),
    onSettled: () => invalidate('scim_tokens'),
  });
  async function askToRevoke(): Promise<void> {
    if (await confirm({ title: t('revoke_title', { name }), text: t('revoke_text'), dangerous: true })) revoke.mutate();
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={revoke.isPending}
      aria-label={t('revoke_label', { name })}
      onClick={() => void askToRevoke()}
    >
      {t('revoke')}
    </Button>
  );
}
