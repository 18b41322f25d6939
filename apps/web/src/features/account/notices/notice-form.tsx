import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeFailedRequest, noticeSuccess } from '../../../ui/domain/notices.ts';
import { timeZoneOptions } from '../../../ui/kit/time/time-zones.ts';
import classes from './notice-settings.module.css';
import { NoticeTable } from './notice-table.tsx';

const NEVER = 'never';
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function NoticeForm({ own }: { own: notices.OwnNotices }) {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const [draft, setDraft] = useState(own);
  const zones = useMemo(() => timeZoneOptions(), []);
  const save = useMutation({
    mutationFn: () => call(notices.updateNotices, { body: { notices: bodyOf(draft) } }),
    onSuccess: ({ data }) => {
      setDraft(data);
      noticeSuccess(t('notices.saved'));
      void invalidate('account');
    },
    onError: (error) => {
      // What is wrong with a kind stands in its row.
      if (asApiError(error).status !== 422) noticeFailedRequest(error);
    },
    meta: { failureIsShown: true },
  });
  const errors = save.isError ? asApiError(save.error).errors : {};
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={classes.words}>
        <p>{t('notices.lead')}</p>
        {!own.has_phone && <p>{t('notices.no_phone')}</p>}
      </div>
      <NoticeTable
        own={draft}
        errors={errors}
        onChange={(kind, ways) =>
          setDraft({ ...draft, kinds: draft.kinds.map((one) => (one.kind === kind ? { ...one, ...ways } : one)) })
        }
      />
      <div className={classes.digest}>
        <Select
          label={t('notices.hour')}
          description={t('notices.hour_hint')}
          data={[{ value: NEVER, label: t('notices.never') }, ...HOURS]}
          value={draft.digest_hour === null ? NEVER : String(draft.digest_hour)}
          allowDeselect={false}
          onChange={(hour) => setDraft(withHour(draft, hour === NEVER ? null : Number(hour)))}
        />
        <Select
          label={t('notices.time_zone')}
          data={zones}
          value={draft.time_zone}
          searchable
          allowDeselect={false}
          disabled={draft.digest_hour === null}
          onChange={(time_zone) => time_zone && setDraft({ ...draft, time_zone })}
        />
      </div>
      <div className={classes.foot}>
        <Button type="submit" loading={save.isPending}>
          {t('notices.save')}
        </Button>
      </div>
    </form>
  );
}

/** A digest of nothing would never come, so whoever asks for one and has chosen no kind gets them all. */
const withHour = (draft: notices.OwnNotices, digest_hour: number | null): notices.OwnNotices =>
  digest_hour === null || draft.kinds.some(({ digest }) => digest)
    ? { ...draft, digest_hour }
    : { ...draft, digest_hour, kinds: draft.kinds.map((one) => ({ ...one, digest: true })) };

const bodyOf = ({ kinds, digest_hour, time_zone }: notices.OwnNotices) => ({
  kinds: kinds.map(({ kind, email, sms, digest, offers_sms }) => ({ kind, email, sms: sms && offers_sms, digest })),
  digest_hour,
  time_zone,
});
