import { Select, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { applications, senderReports } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import classes from './senders-panel.module.css';

interface SenderSettingsProps {
  applicationId: number;
  sender: senderReports.SenderProfile;
}

/** What a person says of one sender; saved as it is chosen. */
export function SenderSettings({ applicationId, sender }: SenderSettingsProps) {
  const { t } = useTranslation('applications');
  const invalidate = useInvalidate();
  const { sending_application, sending_facility, date_order, charset, may_send } = sender;
  const save = useMutation({
    mutationFn: (changes: Partial<senderReports.SenderProfile>) =>
      call(senderReports.updateSender, {
        params: { id: applicationId },
        body: { sender: { sending_application, sending_facility, date_order, charset, may_send, ...changes } },
      }),
    onSuccess: () => noticeSuccess(t('senders.saved')),
    onSettled: () => invalidate('senders'),
  });
  return (
    <div className={classes.settings}>
      <Switch
        label={t('senders.may_send')}
        description={t('senders.may_send_help')}
        checked={(save.isPending ? save.variables.may_send : undefined) ?? may_send}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ may_send: currentTarget.checked })}
      />
      <Select
        label={t('form.date_order')}
        placeholder={t('senders.date_order_none')}
        clearable
        clearButtonProps={{ 'aria-label': t('senders.date_order_clear') }}
        data={applications.DATE_ORDERS.map((value) => ({ value, label: t(`form.${value}`) }))}
        value={date_order}
        disabled={save.isPending}
        onChange={(value) => save.mutate({ date_order: value })}
      />
      <Select
        label={t('senders.charset')}
        description={t('senders.charset_help')}
        placeholder={t('senders.charset_none')}
        clearable
        clearButtonProps={{ 'aria-label': t('senders.charset_clear') }}
        searchable
        data={senderReports.CHARSETS.map((value) => ({ value, label: value }))}
        value={charset}
        disabled={save.isPending}
        onChange={(value) => save.mutate({ charset: value })}
      />
    </div>
  );
}
