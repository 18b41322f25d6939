import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedback, inPerson } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { AskInPerson } from '../../ui/domain/in-person/ask-in-person.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';

interface PersonOfListProps {
  listId: number;
  surveyId: number;
  contactId: number;
  onLeave: () => void;
}

/** Asks somebody of the list in person: staff compare who it is, and hand over the device or show a link. */
export function PersonOfList({ listId, surveyId, contactId, onLeave }: PersonOfListProps) {
  const { t } = useTranslation();
  const query = useQuery({
    ...ask(
      inPerson.getContactHere,
      { params: { id: listId, contactId }, query: { survey_id: surveyId } },
      { topics: ['feedback'], failureIsShown: true },
    ),
    gcTime: 0,
  });
  if (query.isError) return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={220} role="status" aria-label={t('loading')} />;
  return (
    <AskInPerson
      person={query.data.data}
      start={(on, again) =>
        call(feedback.startListFeedback, {
          params: { id: listId },
          body: { feedback: { survey_id: surveyId, contact_id: contactId, on, again } },
        })
      }
      returnTo={{ mailing_list: String(listId) }}
      onLeave={onLeave}
    />
  );
}
