import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages, type QueryOf } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { FeedbackStateMark, MessageStateMark } from '../../../ui/domain/marks.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { TakeSurveyButton } from '../record/take-survey-button.tsx';
import { useMessageFilters } from './use-message-filters.ts';

type Search = QueryOf<typeof messages.listDischarges>;

export const DischargesPage = () => <Discharges search={useSearch({ from: '/shell/discharges/index' })} />;

/** The same list at its address among the messages. */
export const DischargesOfMessagesPage = () => (
  <Discharges search={useSearch({ from: '/shell/messages/messages/discharges' })} />
);

function Discharges({ search }: { search: Search }) {
  const { t } = useTranslation(['messages', 'terms']);
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(messages.listDischarges, { query: search }, { topics: ['messages', 'feedback'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<messages.Message>[] = [
    { id: 'patient', title: t('column.patient'), render: (row) => <DischargeLink message={row} /> },
    { id: 'ward', title: t('column.ward'), width: 110, from: 'medium', render: (row) => row.location },
    { id: 'visit', title: t('column.visit'), width: 130, from: 'wide', render: (row) => row.visit_number },
    {
      id: 'state',
      title: t('column.state'),
      width: 116,
      fits: messages.MESSAGE_STATES.map((state) => t(`terms:message_state.${state}`)),
      from: 'wide',
      render: (row) => <MessageStateMark state={row.state} />,
    },
    {
      id: 'survey',
      title: t('column.survey'),
      width: 158,
      render: (row) => <FeedbackStateMark state={row.feedback_state} />,
    },
    {
      id: 'event_at',
      title: t('column.event_at'),
      width: 112,
      align: 'end',
      sort: 'event_at',
      render: (row) => <RelativeTime at={row.event_at} />,
    },
    {
      id: 'feedback',
      title: t('feedback'),
      titleHidden: true,
      width: 110,
      align: 'end',
      render: (row) => may('feedback.create') && <Feedback message={row} />,
    },
  ];
  return (
    <Page
      title={t('title.discharges')}
      lead={t('lead.discharges')}
      actions={
        may('messages.create') && (
          <ButtonLink to="/discharges/create" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
            {t('form.create_discharge')}
          </ButtonLink>
        )
      }
    >
      <List
        caption={t('title.discharges')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useMessageFilters(['state', 'location', 'after', 'exclude_feedback', 'distribution_list'])}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/discharges/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<DischargeLink message={row} />}
            aside={<RelativeTime at={row.event_at} />}
            lines={[[row.location, row.visit_number].filter(Boolean).join(' · ')]}
            marks={
              <>
                <FeedbackStateMark state={row.feedback_state} />
                {may('feedback.create') && <Feedback message={row} />}
              </>
            }
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(messages.listDischarges, search), name: t('title.discharges') }}
      />
    </Page>
  );
}

function DischargeLink({ message }: { message: messages.Message }) {
  const { patientName } = useTerms();
  return (
    <AnchorLink to="/discharges/$id" params={{ id: String(message.id) }} fw={500}>
      {patientName(message)}
    </AnchorLink>
  );
}

function Feedback({ message }: { message: messages.Message }) {
  const { t } = useTranslation('messages');
  const { patientName } = useTerms();
  if (message.patient_id === null || message.feedback_state === 'answered') return null;
  return <TakeSurveyButton id={message.id} compact label={t('feedback_label', { name: patientName(message) })} />;
}
