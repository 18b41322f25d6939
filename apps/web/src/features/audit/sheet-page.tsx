import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { audit, MAX_UNPAGED, patients } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { Record } from '../../ui/domain/record.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import classes from './sheet-page.module.css';
import { useAuditWords } from './use-audit-words.ts';

/** A sheet to print for one patient who asks: who saw or changed what about them, and when. */
export function SheetPage() {
  const { t } = useTranslation('audit');
  const { patient_id, from, to } = useSearch({ from: '/shell/audit/sheet' });
  const path = [{ label: t('title'), to: '/audit/index' }];
  const query = useQuery({
    ...ask(audit.listAudit, { query: { patient_id, from, to, paginate: '0' } }, { failureIsShown: true }),
    enabled: patient_id !== undefined,
  });
  if (patient_id === undefined)
    return (
      <Page title={t('who_saw')} path={path}>
        <EmptyState title={t('sheet.no_patient_title')} text={t('sheet.no_patient_text')} />
      </Page>
    );
  return (
    <Record query={query} title={t('who_saw')} path={path}>
      {(entries) => (
        <Page
          title={t('who_saw')}
          path={path}
          lead={<PatientName id={patient_id} />}
          actions={
            <>
              <Button onClick={() => window.print()}>{t('sheet.print')}</Button>
              <ButtonLink variant="default" to="/audit/index" search={{ patient_id }}>
                {t('sheet.list')}
              </ButtonLink>
            </>
          }
        >
          <Days from={from} to={to} readAt={query.dataUpdatedAt} />
          <Entries entries={entries} />
        </Page>
      )}
    </Record>
  );
}

/** The name for people who may see patients, else the number of the record. */
function PatientName({ id }: { id: number }) {
  const { t } = useTranslation('audit');
  const { patientName } = useTerms();
  const may = useMay();
  const { data } = useQuery({
    ...ask(patients.getPatient, { params: { id } }, { failureIsShown: true }),
    enabled: may('messages.list'),
  });
  return (
    <bdi>
      {data
        ? t('sheet.patient', { name: patientName(data.data), number: data.data.identifier })
        : t('sheet.patient_number', { id })}
    </bdi>
  );
}

interface DaysProps {
  from: string | undefined;
  to: string | undefined;
  /** When the entries were fetched, in milliseconds since 1970. */
  readAt: number;
}

function Days({ from, to, readAt }: DaysProps) {
  const { t } = useTranslation('audit');
  const { plainDate, exactDateTime } = useFormats();
  const at = exactDateTime(new Date(readAt).toISOString());
  const { data: state } = useQuery(ask(audit.getAuditState, {}, { failureIsShown: true }));
  const removed = state?.data.removed;
  return (
    <p className="wv-quiet">
      {[
        ...(from ? [t('sheet.from', { day: plainDate(from) })] : []),
        ...(to ? [t('sheet.to', { day: plainDate(to) })] : []),
        t('sheet.made', { at }),
        ...(removed ? [t('sheet.removed', { until: exactDateTime(removed.until) })] : []),
      ].join(' ')}
    </p>
  );
}

function Entries({ entries }: { entries: readonly audit.AuditEntry[] }) {
  const { t } = useTranslation('audit');
  const { exactDateTime } = useFormats();
  const words = useAuditWords();
  if (entries.length === 0) return <EmptyState title={t('empty_title')} text={t('sheet.empty_text')} />;
  return (
    <>
      {entries.length === MAX_UNPAGED && <p role="status">{t('sheet.only_newest', { count: MAX_UNPAGED })}</p>}
      <div className={classes.scroll}>
        <table className={classes.sheet} aria-label={t('who_saw')}>
          <thead>
            <tr>
              <th scope="col">{t('column.at')}</th>
              <th scope="col">{t('column.who')}</th>
              <th scope="col">{t('column.action')}</th>
              <th scope="col">{t('column.record')}</th>
              <th scope="col">{t('sheet.address')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>{exactDateTime(entry.at)}</td>
                <td>
                  <bdi>{words.who(entry)}</bdi>
                  <div className="wv-quiet" dir="auto">
                    {words.actedAs(entry)}
                  </div>
                </td>
                <td>{entry.refused ? t('refused_action', { action: words.action(entry) }) : words.action(entry)}</td>
                <td>{words.record(entry)}</td>
                <td>{entry.address}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
