import { Button } from '@mantine/core';
import { IconBan, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeys } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { SUB_PATH } from '../../api/sub-path.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { groupPermissions } from '../../ui/domain/permissions/group-permissions.ts';
import { Record } from '../../ui/domain/record.tsx';
import { confirm } from '../../ui/kit/confirm.ts';
import { Fact, FactLine, FactList } from '../../ui/kit/facts.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyState } from './key-state.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { listed } from '../../ui/kit/formats.ts';

export function KeyPage() {
  const { t } = useTranslation('api_keys');
  const { id } = useParams({ from: '/shell/api-keys/$id' });
  const query = useQuery(ask(apiKeys.getApiKey, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/api-keys/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(apiKey) => (
        <Page title={apiKey.name} path={path} lead={<About apiKey={apiKey} />} actions={<Actions apiKey={apiKey} />}>
          {apiKey.public_keys && <Signature apiKey={apiKey} keys={apiKey.public_keys} />}
          <Panel title={t('permissions')}>
            <FactList>
              {groupPermissions(apiKey.permissions).map(({ resource, title, permissions }) => (
                <Fact key={resource} label={title}>
                  {listed(permissions.map(({ action }) => action))}
                </Fact>
              ))}
            </FactList>
          </Panel>
        </Page>
      )}
    </Record>
  );
}

function About({ apiKey }: { apiKey: apiKeys.ApiKey }) {
  const { t } = useTranslation('api_keys');
  const { state, prefix, locations, created_at, created_by, expires_at, revoked_at, previous_until } = apiKey;
  return (
    <FactLine>
      <Fact label={t('column.state')}>
        <KeyState state={state} />
      </Fact>
      <Fact label={t('column.prefix')}>
        <code dir="ltr">{`${prefix}…`}</code>
      </Fact>
      <Fact label={t('wards')}>{locations.length === 0 ? t('all_wards') : listed(locations)}</Fact>
      <Fact label={t('column.last_used_at')}>
        <LastUse apiKey={apiKey} />
      </Fact>
      <Fact label={t('column.expires_at')}>
        <RelativeTime at={expires_at} />
      </Fact>
      <Fact label={t('revoked_at')}>{revoked_at && <RelativeTime at={revoked_at} />}</Fact>
      <Fact label={t('previous_until')}>{previous_until && <RelativeTime at={previous_until} />}</Fact>
      <Fact label={t('created_at')}>
        <RelativeTime at={created_at} />
      </Fact>
      <Fact label={t('column.created_by')}>{created_by?.name}</Fact>
    </FactLine>
  );
}

/** What a program needs that signs for its tokens. */
function Signature({ apiKey: { id }, keys: { keys } }: { apiKey: apiKeys.ApiKey; keys: apiKeys.PublicKeys }) {
  const { t } = useTranslation('api_keys');
  const [path] = apiKeys.TOKEN_PATHS;
  return (
    <Panel title={t('signature')}>
      <FactList>
        <Fact label={t('client_id')}>
          <code dir="ltr">{apiKeys.clientIdOf(id)}</code>
        </Fact>
        <Fact label={t('token_address')}>
          <code dir="ltr">{`${window.location.origin}${SUB_PATH}${path}`}</code>
        </Fact>
        <Fact label={t('key_ids')}>
          <bdi>{listed(keys.map(({ kid }) => kid))}</bdi>
        </Fact>
      </FactList>
    </Panel>
  );
}

function LastUse({ apiKey: { last_used_at, last_used_from } }: { apiKey: apiKeys.ApiKey }) {
  const { t } = useTranslation('api_keys');
  if (last_used_at === null) return t('never_used');
  return (
    <>
      <RelativeTime at={last_used_at} /> <bdi>{t('used_from', { address: last_used_from })}</bdi>
    </>
  );
}

function Actions({ apiKey }: { apiKey: apiKeys.ApiKey }) {
  const { t } = useTranslation(['api_keys', 'common']);
  const may = useMay();
  const [isRotating, setRotating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isRevoked = apiKey.state === 'revoked';
  // Whoever gets the secret of a key may do what it may, so they must have its permissions themselves.
  const mayChange = !isRevoked && may('api_keys.update') && apiKey.permissions.every((name) => may(name));
  const id = String(apiKey.id);
  return (
    <>
      {may('audit.list') && (
        <ButtonLink variant="default" to="/audit/index" search={{ api_key_id: apiKey.id }}>
          {t('audit')}
        </ButtonLink>
      )}
      {mayChange && (
        <>
          <ButtonLink variant="default" to="/api-keys/$id/edit" params={{ id }}>
            {t('common:record.edit')}
          </ButtonLink>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={() => setRotating(true)}
          >
            {t('rotate')}
          </Button>
        </>
      )}
      {!isRevoked && may('api_keys.delete') && <Revoke apiKey={apiKey} />}
      <RotateDialog
        apiKey={apiKey}
        opened={isRotating}
        onClose={() => setRotating(false)}
        onRotated={(key) => {
          setRotating(false);
          setSecret(key);
        }}
      />
      <KeyDialog title={t('secret.rotated')} apiKey={secret} onClose={() => setSecret(null)} />
    </>
  );
}

/** Asks first, because the program stops at once. */
function Revoke({ apiKey: { id, name } }: { apiKey: apiKeys.ApiKey }) {
  const { t } = useTranslation('api_keys');
  const invalidate = useInvalidate();
  const revoke = useMutation({
    mutationFn: () => call(apiKeys.revokeApiKey, { params: { id } }),
    onSuccess: () => noticeSuccess(t('revoked', { name })),
    onSettled: () => invalidate('api_keys', 'alarms'),
  });
  async function askToRevoke(): Promise<void> {
    if (await confirm({ title: t('revoke_title', { name }), text: t('revoke_text'), dangerous: true })) revoke.mutate();
  }
  return (
    <Button
      variant="default"
      leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
      loading={revoke.isPending}
      onClick={() => void askToRevoke()}
    >
      {t('revoke')}
    </Button>
  );
}
