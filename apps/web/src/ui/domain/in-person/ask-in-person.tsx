import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPerson } from '@wardvoice/contract';
import { notifyTabs } from '../../../api/activity.ts';
import { asApiError } from '../../../api/api-error.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { leaveLocked } from '../../../api/session.ts';
import { useFormats } from '../../kit/formats.ts';
import { Panel } from '../../kit/panel.tsx';
import { EmptyState } from '../../kit/state-panels.tsx';
import { IsThisThePerson } from './is-this-the-person.tsx';
import { LinkToScan } from './link-to-scan.tsx';
import { WaysToAnswer } from './ways-to-answer.tsx';

interface Started {
  token: string;
  link: string;
  expires_at: string;
}

interface AskInPersonProps {
  person: inPerson.PersonHere;
  /** Offers the survey to the person whom the staff have confirmed. */
  start: (on: inPerson.AnsweringOn, again: boolean) => Promise<{ data: Started }>;
  /** The query of the patient's page that leads staff back to where they were. */
  returnTo: { message: string } | { mailing_list: string };
  /** For staff who have somebody else before them, or are done. */
  onLeave: () => void;
}

/** Leads staff from comparing the person to the survey, which is answered on this device or on the person's own phone. */
export function AskInPerson({ person, start, returnTo, onLeave }: AskInPersonProps) {
  const { t } = useTranslation('terms');
  const { shortDateTime } = useFormats();
  const invalidate = useInvalidate();
  const [confirmed, setConfirmed] = useState<string>();
  const { mutate, reset, data, error, isPending, isSuccess, variables } = useMutation({
    meta: { failureIsShown: true },
    mutationFn: (on: inPerson.AnsweringOn) =>
      start(on, person.refusal !== null && inPerson.isOverrulable(person.refusal)),
    onSuccess: ({ data: { token } }, on) => {
      if (on === 'own_phone') return invalidate('feedback');
      notifyTabs('locked');
      return leaveLocked(`/feedback/${token}?${new URLSearchParams(returnTo).toString()}`);
    },
    // The person may be another now, or may have answered meanwhile.
    onError: () => invalidate('feedback', 'messages', 'patients'),
  });
  // A question about somebody else is asked anew.
  const isConfirmed = confirmed === identityOf(person);
  const { offer } = person;
  const link = isConfirmed && variables === 'own_phone' ? data?.data : undefined;
  if (link) return <LinkToScan person={person} link={link} onHide={reset} onLeave={onLeave} />;
  if (offer?.state === 'answered' && person.refusal !== 'asked_lately') {
    return (
      <Panel title={person.name}>
        <EmptyState
          title={t('in_person.answered_title')}
          text={t('in_person.answered_text', { when: shortDateTime(offer.answered_at ?? offer.expires_at) })}
        />
      </Panel>
    );
  }
  if (!isConfirmed)
    return <IsThisThePerson person={person} onYes={() => setConfirmed(identityOf(person))} onNo={onLeave} />;
  return (
    <WaysToAnswer
      name={person.name}
      busyWith={isPending || isSuccess ? variables : undefined}
      problem={error && asApiError(error).message}
      onChoose={mutate}
      onBack={() => {
        reset();
        setConfirmed(undefined);
      }}
    />
  );
}

const identityOf = ({ patient_id, contact_id }: inPerson.PersonHere): string => `${patient_id} ${contact_id}`;
