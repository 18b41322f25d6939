import { Button, Group, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { patients } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSeesEveryWard } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { listed, useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './patient-page.module.css';
import { useBirthDate } from '../../ui/domain/use-birth-date.ts';

export function DoubtsPage() {
  const { t } = useTranslation('patients');
  const search = useSearch({ from: '/shell/patients/doubts' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(patients.listIdentityConflicts, { query: search }, { topics: ['messages', 'errors'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const seesEveryWard = useSeesEveryWard();
  const view = search.open ?? '1';
  return (
    <Page title={t('doubts.title')} lead={t('doubts.lead')} path={[{ label: t('title'), to: '/patients/index' }]}>
      <div>
        <SegmentedControl
          aria-label={t('doubts.view.label')}
          size="sm"
          value={view}
          onChange={(open) => void navigate({ to: '/patients/doubts', search: open === '0' ? { open: '0' } : {} })}
          data={(['1', '0'] as const).map((value) => ({ value, label: t(`doubts.view.${value}`) }))}
        />
      </div>
      {list.isError && <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />}
      {list.data?.total === 0 && (
        <EmptyState
          title={t(seesEveryWard ? 'doubts.empty_title' : 'doubts.every_ward_title')}
          text={t(seesEveryWard ? 'doubts.empty_text' : 'doubts.every_ward_text')}
        />
      )}
      {list.data?.data.map((conflict) => (
        <Doubt key={conflict.id} conflict={conflict} />
      ))}
      {list.data && list.data.total > 0 && (
        <Pager
          list={list.data}
          onPage={(page) => void navigate({ to: '/patients/doubts', search: { ...search, page } })}
          onPageSize={(perPage) =>
            void navigate({ to: '/patients/doubts', search: { ...search, per_page: perPage, page: 1 } })
          }
        />
      )}
    </Page>
  );
}

function Doubt({ conflict }: { conflict: patients.IdentityConflict }) {
  const { t } = useTranslation('patients');
  const { dateTime } = useFormats();
  const { patientName } = useTerms();
  const birthDate = useBirthDate();
  const [told] = conflict.messages;
  const number = ({ identifier, authority, type }: { identifier: string; authority: string; type: string }) =>
    [identifier, type, authority].filter(Boolean).join(' · ');
  return (
    <Panel
      title={t(`doubts.kind.${conflict.kind}`)}
      actions={<span className={classes.quiet}>{dateTime(conflict.opened_at)}</span>}
    >
      <div className={classes.sides}>
        {conflict.patients.map((patient) => (
          <section key={patient.patient_id}>
            <h3>{t('doubts.known')}</h3>
            <AnchorLink to="/patients/$id" params={{ id: String(patient.patient_id) }}>
              {patientName(patient)}
            </AnchorLink>
            <div className={classes.quiet}>
              {[`${patient.identifier} · ${patient.authority}`, birthDate(patient)].filter(Boolean).join(' · ')}
            </div>
          </section>
        ))}
        {told && (
          <section>
            <h3>{t('doubts.told')}</h3>
            <AnchorLink to="/messages/$id" params={{ id: String(told.id) }}>
              {patientName(told)}
            </AnchorLink>
            <div className={classes.quiet}>
              {[
                told.birth_date && birthDate({ birth_date: told.birth_date, birth_date_precision: 'day' }),
                told.event,
                told.sending_facility,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
            {told.identifiers.map((one) => (
              <div key={number(one)} className={classes.quiet}>
                {number(one)}
              </div>
            ))}
          </section>
        )}
        {!told && (
          <section>
            <h3>{t('numbers')}</h3>
            {conflict.identifiers.map((one) => (
              <div key={number(one)} className={classes.quiet}>
                {number(one)}
              </div>
            ))}
          </section>
        )}
      </div>
      {conflict.decision === null ? (
        <Decisions conflict={conflict} />
      ) : (
        <p className={classes.quiet}>
          {t('doubts.decided', {
            user: conflict.decided_by_name ?? '',
            at: conflict.decided_at ? dateTime(conflict.decided_at) : '',
            decision: t(`doubts.decision.${conflict.decision}`),
          })}
        </p>
      )}
    </Panel>
  );
}

function Decisions({ conflict }: { conflict: patients.IdentityConflict }) {
  const { t } = useTranslation('patients');
  const { patientName } = useTerms();
  const mayDecide = useMay()('patients.update');
  const invalidate = useInvalidate();
  const decide = useMutation({
    mutationFn: (body: { decision: patients.Decision; patient_id?: number }) =>
      call(patients.decideIdentityConflict, { params: { id: conflict.id }, body }),
    onSuccess: () => noticeSuccess(t('doubts.done')),
    onSettled: () => void invalidate('patients', 'messages', 'errors'),
  });
  const waiting = conflict.messages.length > 0 && (
    <span className={classes.quiet}>{t('doubts.waiting', { count: conflict.messages.length })}</span>
  );
  if (!mayDecide) return waiting;
  const isReused = conflict.kind === 'number_reused';
  const confirmAndDecide = async (
    words: { title: string; text: string },
    body: { decision: patients.Decision; patient_id?: number },
  ) => {
    if (await confirm(words)) decide.mutate(body);
  };
  /** What is said of numbers that both have, before they are called two persons and one of them is meant. */
  const ofShared = (meant?: number) => {
    const numbers = conflict.shared.filter(({ patient_id: owner }) => owner !== meant);
    return numbers.length === 0
      ? null
      : t('doubts.shared_text', { numbers: listed(numbers.map(({ identifier }) => identifier)) });
  };
  const same = isReused
    ? { title: t('doubts.reused_same_title'), text: t('doubts.reused_same_text') }
    : { title: t('doubts.same_title'), text: t('doubts.same_text') };
  return (
    <Group gap={8}>
      <Button
        variant="default"
        loading={decide.isPending}
        onClick={() => void confirmAndDecide(same, { decision: 'same_person' })}
      >
        {t('doubts.same_person')}
      </Button>
      {conflict.kind === 'two_patients' ? (
        conflict.patients.map((patient) => (
          <Button
            key={patient.patient_id}
            variant="default"
            loading={decide.isPending}
            onClick={() =>
              void confirmAndDecide(
                {
                  title: t('doubts.two_title'),
                  text: [t('doubts.two_about_text', { name: patientName(patient) }), ofShared(patient.patient_id)]
                    .filter(Boolean)
                    .join(' '),
                },
                { decision: 'two_persons', patient_id: patient.patient_id },
              )
            }
          >
            {t('doubts.two_persons_about', { name: patientName(patient) })}
          </Button>
        ))
      ) : (
        <Button
          variant="default"
          loading={decide.isPending}
          onClick={() =>
            void confirmAndDecide(
              { title: t('doubts.two_title'), text: ofShared() ?? t('doubts.two_text') },
              { decision: 'two_persons' },
            )
          }
        >
          {t('doubts.two_persons')}
        </Button>
      )}
      <Button
        variant="default"
        loading={decide.isPending}
        onClick={() =>
          void confirmAndDecide(
            { title: t('doubts.correct_title'), text: t('doubts.correct_text') },
            { decision: 'correct' },
          )
        }
      >
        {t('doubts.correct')}
      </Button>
      {waiting}
    </Group>
  );
}
