import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { senderReports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Fact, FactList } from '../../ui/facts.tsx';
import { useFormats } from '../../ui/formats.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './senders-panel.module.css';

/** What each sender sends, and what a person should look at before surveys leave. */
export function SendersPanel({ applicationId }: { applicationId: number }) {
  const { t } = useTranslation('applications');
  const reports = useQuery(ask(senderReports.listSenderReports, { params: { id: applicationId } }));
  if (!reports.data || reports.data.data.length === 0) return null;
  return (
    <Panel title={t('senders.title')} flush>
      <ul className={classes.senders}>
        {reports.data.data.map((report) => (
          <li key={`${report.sending_application}/${report.sending_facility}`}>
            <SenderReport report={report} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SenderReport({ report }: { report: senderReports.SenderReport }) {
  const { t } = useTranslation('applications');
  const { number } = useFormats();
  const name = [report.sending_facility, report.sending_application].filter(Boolean).join(' · ');
  return (
    <>
      <h3 className={classes.name}>{name || t('senders.unnamed')}</h3>
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
        <Values label={t('senders.identifier_types')} values={report.identifier_types} />
        <Values label={t('senders.authorities')} values={report.authorities} />
        <Values label={t('senders.dispositions')} values={report.dispositions} />
        <Values label={t('senders.death_indicators')} values={report.death_indicators} />
        <Values label={t('senders.date_forms')} values={report.date_forms} />
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
  if (values.length === 0) return null;
  const shown = values.slice(0, MAX_SHOWN).map(({ value, count, meaning }) => {
    const said = meaning === 'death' ? t('senders.death') : meaning && t('senders.not_used');
    return `${value} ${number(count)}${said ? ` (${said})` : ''}`;
  });
  return <Fact label={label}>{shown.join(', ')}</Fact>;
}
