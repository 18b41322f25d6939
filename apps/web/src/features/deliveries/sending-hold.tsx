import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { useFormats } from '../../ui/kit/formats.ts';

/** Says that nothing leaves at present, and why; a superuser may release it. Shows nothing when everything leaves. */
export function SendingHold() {
  const { t } = useTranslation('deliveries');
  const { number, dateTime } = useFormats();
  const invalidate = useInvalidate();
  const application = useApplication();
  const mayRelease = useMay()('superuser');
  const { data } = useQuery(ask(deliveries.findSendingHold, {}, { topics: ['deliveries'], failureIsShown: true }));
  const release = useMutation({
    mutationFn: (sending_hold: { application_id: number; leave_out: boolean }) =>
      call(deliveries.releaseSending, { body: { sending_hold } }),
    onSuccess: () => {
      noticeSuccess(t('hold.released'));
      void invalidate('deliveries');
    },
  });
  const hold = data?.data;
  if (!hold) return null;
  const isLeftToChoose = hold.reason === 'restored' && hold.may_have_left > 0;
  const start = async (leave_out: boolean) => {
    const all = t('hold.release_text', { count: hold.waiting, formatted: number(hold.waiting) });
    const text = leave_out ? t('hold.leave_out_text', { left: number(hold.may_have_left) }) : all;
    const title = leave_out ? t('hold.leave_out_title') : t('hold.release_title');
    if (application && (await confirm({ title, text }))) release.mutate({ application_id: application.id, leave_out });
  };
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} title={t('hold.title')}>
      {t(`hold.${hold.reason}`)}
      {hold.reason === 'restored' && (
        <Text size="sm" mt="xs" fw={600}>
          {t('hold.figures', { due: number(hold.waiting), left: number(hold.may_have_left) })}{' '}
          {hold.data_of && t('hold.data_of', { at: dateTime(hold.data_of) })}
        </Text>
      )}
      {mayRelease && (
        <Group mt="sm" gap="sm">
          {isLeftToChoose && (
            <Button loading={release.isPending} onClick={() => void start(true)}>
              {t('hold.leave_out')}
            </Button>
          )}
          <Button variant="default" loading={release.isPending} onClick={() => void start(false)}>
            {t(isLeftToChoose ? 'hold.release_all' : 'hold.release')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
