// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import { cases, deliveries, messages, patients } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import {
  CaseStateMark,
  ChannelMark,
  DeliveryStateMark,
  EventMark,
  FeedbackStateMark,
  MessageStateMark,
  VisitStateMark,
} from './marks.tsx';

const FEEDBACK_STATES = ['scheduled', 'sent', 'opened', 'answered', 'suppressed', 'failed'] as const;

async function readMarks(marks: React.ReactNode[]): Promise<string[]> {
  await renderAt(
    <ul>
      {marks.map((mark, index) => (
        <li key={index}>{mark}</li>
      ))}
    </ul>,
  );
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

describe('the mark of a state', () => {
  it('says each state of a message in a word', async () => {
    const marks = messages.MESSAGE_STATES.map((state) => <MessageStateMark key={state} state={state} />);
    expect(await readMarks(marks)).toEqual(['Received', 'Processed', 'Ignored', 'Error']);
  });

  it('says each state of a delivery in a word', async () => {
    const marks = deliveries.DELIVERY_STATES.map((state) => <DeliveryStateMark key={state} state={state} />);
    expect(await readMarks(marks)).toEqual([
      'Scheduled',
      'Suppressed',
      'Sending',
      'Sent',
      'Delivered',
      'Failed',
      'Answered',
    ]);
  });

  it('says each state of a case in a word', async () => {
    const marks = cases.CASE_STATES.map((state) => <CaseStateMark key={state} state={state} />);
    expect(await readMarks(marks)).toEqual(['New', 'Claimed', 'Contacted', 'Closed', 'Reopened']);
  });

  it('says each state of a visit in a word', async () => {
    const marks = patients.VISIT_STATES.map((state) => <VisitStateMark key={state} state={state} />);
    expect(await readMarks(marks)).toEqual(['Expected', 'Open', 'Closed', 'Cancelled', 'Not attended']);
  });

  it('says how far the survey of a message has come, and nothing where nobody was asked', async () => {
    const marks = [...FEEDBACK_STATES, null].map((state, index) => <FeedbackStateMark key={index} state={state} />);
    expect(await readMarks(marks)).toEqual([
      'Survey scheduled',
      'Survey sent',
      'Survey opened',
      'Answered',
      'Not asked',
      'Sending failed',
      '',
    ]);
  });

  it('says each channel', async () => {
    const marks = deliveries.CHANNELS.map((channel) => <ChannelMark key={channel} channel={channel} />);
    expect(await readMarks(marks)).toEqual(['E-mail', 'SMS', 'API push']);
  });

  it('says what fails in the colour of what is bad, and what is over quietly', async () => {
    await renderAt(
      <>
        <DeliveryStateMark state="failed" />
        <DeliveryStateMark state="delivered" />
        <CaseStateMark state="new" />
        <MessageStateMark state="error" />
      </>,
    );
    const hueOf = (word: string) => screen.getByText(word).closest('[data-hue]')?.getAttribute('data-hue');
    expect([hueOf('Failed'), hueOf('Delivered'), hueOf('New'), hueOf('Error')]).toEqual(['bad', 'quiet', 'bad', 'bad']);
  });
});

describe('the mark of an event', () => {
  it('says the event by its name and its code', async () => {
    const events = ['A01', 'A02', 'A03', 'A04', 'A13', 'A40'];
    expect(await readMarks(events.map((event) => <EventMark key={event} event={event} />))).toEqual([
      'Admission A01',
      'Transfer A02',
      'Discharge A03',
      'Casualty A04',
      'Discharge cancelled A13',
      'Patients merged A40',
    ]);
  });

  it('says an event that has no name here by its code, and one that could not be read as that', async () => {
    expect(await readMarks([<EventMark key="other" event="A60" />, <EventMark key="none" event={null} />])).toEqual([
      'Other event A60',
      'Unreadable',
    ]);
  });
});
