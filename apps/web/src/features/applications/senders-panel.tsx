import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { senderReports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { SenderSettings } from './sender-settings.tsx';
import classes from './senders-panel.module.css';

/** What each sender sends, and what a person should look at before surveys leave. */
export function SendersPanel({ applicationId }: { applicationId: number }) {
  const { t } = useTranslation('applications');
  const mayUpdate = useMay()('applications.update');
  const { data: reports } = useQuery(ask(senderReports.listSenderReports, { params: { id: applicationId } }));
  if (!reports || (reports.data.length === 0 && !mayUpdate)) return null;
  return (
    <Panel title={t('senders.title')} flush>
      {mayUpdate && <HoldNewSenders applicationId={applicationId} holds={reports.holds_new_senders} />}
      <ul className={classes.senders}>
        {reports.data.map((report) => (
          <li key={`${report.sending_application}/${report.sending_facility}`}>
            <SenderReport report={report} />
            {mayUpdate && <SenderSettings applicationId={applicationId} sender={report} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One that comes later is listened to, until a person has read what it sends. */
function HoldNewSenders({ applicationId, holds }: { applicationId: number; holds: boolean }) {
  const { t } = useTranslation('applications');
  const invalidate = useInvalidate();
  const save = useMutation({
    mutationFn: (holds_new_senders: boolean) =>
      call(senderReports.holdNewSenders, { params: { id: applicationId }, body: { hold: { holds_new_senders } } }),
    onSuccess: ({ data }) => noticeSuccess(t(data.holds_new_senders ? 'senders.hold_on' : 'senders.hold_off')),
    onSettled: () => invalidate('senders'),
  });
  return (
    <div className={classes.hold}>
      <Switch
        label={t('senders.hold')}
        description={t('senders.hold_help')}
        checked={save.isPending ? save.variables : holds}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
    </div>
  );
}

function SenderReport({ report }: { report: senderReports.SenderReport }) {
  const { t } = useTranslation('applications');
  const { number } = useFormats();
  const name = [report.sending_facility, report.sending_application].filter(Boolean).join(' · ');
  return (
    <>
      <h3 className={classes.name}>
        <bdi>{name || t('senders.unnamed')}</bdi>
        {!report.may_send && <span className={classes.held}>{t('senders.held')}</span>}
      </h3>
      <p className={classes.examined}>
        {t('senders.examined', { count: report.examined, number: number(report.examined) })}
      </p>
      {report.advice.length > 0 && (
        <ul className={classes.advice}>
          {report.advice.map((advice) => (
            <li key={advice}>{t(`senders.advice.${advice}`)}</li>
          ))}
        </ul>
      )}
      <FactList>
        <Values label={t('senders.events')} values={report.events} />
        <Values label={t('senders.versions')} values={report.versions} />
        <Values label={t('senders.patient_classes')} values={report.patient_classes} />
        <Values label={t('senders.identifier_types')} values={report.identifier_types} />
        <Values label={t('senders.authorities')} values={report.authorities} />
        <Values label={t('senders.dispositions')} values={report.dispositions} />
        <Values label={t('senders.death_indicators')} values={report.death_indicators} />
        <Values label={t('senders.date_forms')} values={report.date_forms} />
        <Charsets charsets={report.charsets} />
        <Fact label={t('senders.several_identifiers')}>{number(report.several_identifiers)}</Fact>
        <Fact label={t('senders.unreadable_phones')}>{number(report.unreadable_phones)}</Fact>
        <Fact label={t('senders.without_phone_and_email')}>{number(report.without_phone_and_email)}</Fact>
      </FactList>
    </>
  );
}

const MAX_SHOWN = 8;

/** "A03 214, A01 198, A51 2 (not used)": the most frequent first. */
function Values({ label, values }: { label: string; values: senderReports.SenderReport['events'] }) {
  const { t } = useTranslation('applications');
  const { number } = useFormats();
  return (
    <Counted
      label={label}
      values={values.slice(0, MAX_SHOWN).map(({ value, count, meaning }) => {
        const said = meaning === 'death' ? t('senders.death') : meaning && t('senders.not_used');
        return `${value} ${number(count)}${said ? ` (${said})` : ''}`;
      })}
    />
  );
}

/** "8859/1 498 (read as utf-8)": what MSH-18 says, and in which charset that was read where it is another. */
function Charsets({ charsets }: Pick<senderReports.SenderReport, 'charsets'>) {
  const { t } = useTranslation('applications');
  const { number } = useFormats();
  return (
    <Counted
      label={t('senders.charsets')}
      values={charsets.map(({ value, count, meaning }) => {
        const name = value === 'none' ? t('senders.charset_undeclared') : value;
        return `${name} ${number(count)}${meaning === null ? '' : ` (${t('senders.read_as', { charset: meaning })})`}`;
      })}
    />
  );
}

/** Codes and words of one's own language stand beside each other, so each value has a direction of its own. */
function Counted({ label, values }: { label: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <Fact label={label}>
      {values.map((value, index) => (
        <Fragment key={value}>
          {index > 0 && ', '}
          <bdi>{value}</bdi>
        </Fragment>
      ))}
    </Fact>
  );
}
