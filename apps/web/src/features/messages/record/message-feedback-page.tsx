import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { inPerson } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { AskInPerson } from '../../../ui/domain/in-person/ask-in-person.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';

/** The survey about a message, for its patient: staff compare who it is, and hand over the device or show a link. */
export function MessageFeedbackPage() {
  const { t } = useTranslation('messages');
  const { id } = useParams({ from: '/shell/messages/$id/feedback' });
  const navigate = useNavigate();
  const params = { id: Number(id) };
  const query = useQuery({
    ...ask(inPerson.getPatientHere, { params }, { topics: ['messages', 'feedback'], failureIsShown: true }),
    retry: false,
    gcTime: 0,
  });
  const path = [
    { label: t('title.messages'), to: '/messages/index' },
    { label: t('number', { id }), to: `/messages/${id}` },
  ];
  return (
    <Record query={query} title={t('feedback')} path={path}>
      {(person) => (
        <Page title={t('feedback')} heading={person.survey_title} path={path}>
          <AskInPerson
            person={person}
            start={(on, again) =>
              call(inPerson.startHere, {
                params,
                body: { feedback: { patient_id: person.patient_id ?? 0, on, again } },
              })
            }
            returnTo={{ message: id }}
            onLeave={() => void navigate({ to: '/messages/$id', params: { id } })}
          />
        </Page>
      )}
    </Record>
  );
}
