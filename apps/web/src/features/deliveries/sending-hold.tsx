import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendingHolds, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { useFormats } from '../../ui/kit/formats.ts';

type Hold = NonNullable<ReplyOf<typeof sendingHolds.findSendingHold>['data']>;

/** Says that nothing leaves at present, and why; who may can let it leave again. */
export function SendingHold({ hold }: { hold: Hold }) {
  return hold.reason === 'by_hand' ? <Stopped hold={hold} /> : <Restored hold={hold} />;
}

/** Somebody stopped what goes to patients. */
function Stopped({ hold }: { hold: Hold }) {
  const { t } = useTranslation('deliveries');
  const { number, dateTime } = useFormats();
  const invalidate = useInvalidate();
  const mayResume = useMay()('deliveries.stop');
  const resume = useMutation({
    mutationFn: () => call(sendingHolds.resumeSending, {}),
    onSuccess: () => noticeSuccess(t('hold.resumed')),
    onSettled: () => void invalidate('deliveries'),
  });
  const start = async () => {
    const text = t('hold.release_text', { count: hold.waiting, formatted: number(hold.waiting) });
    if (await confirm({ title: t('hold.resume_title'), text })) resume.mutate();
  };
  const at = dateTime(hold.held_at);
  return (
    <Alert role="alert" color="red" icon={<IconHandStop />} title={t('hold.by_hand_title')}>
      {hold.note && (
        <Text size="sm" fw={600} mb={4}>
          <bdi>{hold.note}</bdi>
        </Text>
      )}
      {hold.held_by_name ? t('hold.by_hand_by', { name: hold.held_by_name, at }) : t('hold.by_hand_at', { at })}{' '}
      {t('hold.by_hand')} {t('hold.due', { due: number(hold.waiting) })}
      {mayResume && (
        <Group mt="sm">
          <Button variant="default" loading={resume.isPending} onClick={() => void start()}>
            {t('hold.resume')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The database was restored; a superuser decides what leaves. */
function Restored({ hold }: { hold: Hold }) {
  const { t } = useTranslation('deliveries');
  const { number, dateTime } = useFormats();
  const invalidate = useInvalidate();
  const application = useApplication();
  const mayRelease = useMay()('superuser');
  const release = useMutation({
    mutationFn: (sending_hold: { application_id: number; leave_out: boolean }) =>
      call(sendingHolds.releaseSending, { body: { sending_hold } }),
    onSuccess: () => {
      noticeSuccess(t('hold.released'));
      void invalidate('deliveries');
    },
  });
  const isLeftToChoose = hold.may_have_left > 0;
  const start = async (leave_out: boolean) => {
    const all = t('hold.release_text', { count: hold.waiting, formatted: number(hold.waiting) });
    const text = leave_out ? t('hold.leave_out_text', { left: number(hold.may_have_left) }) : all;
    const title = leave_out ? t('hold.leave_out_title') : t('hold.release_title');
    if (application && (await confirm({ title, text }))) release.mutate({ application_id: application.id, leave_out });
  };
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} title={t('hold.title')}>
      {t('hold.restored')}
      <Text size="sm" mt="xs" fw={600}>
        {t('hold.figures', { due: number(hold.waiting), left: number(hold.may_have_left) })}{' '}
        {hold.data_of && t('hold.data_of', { at: dateTime(hold.data_of) })}
      </Text>
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
