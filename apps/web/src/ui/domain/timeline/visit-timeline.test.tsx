// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../../testing/render.tsx';
import type { visits } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/sign-in.ts';
import { VisitTimeline } from './visit-timeline.tsx';

const entryOf = (
  kind: visits.TimelineEntry['kind'],
  state: string,
  more: Partial<visits.TimelineEntry> = {},
): visits.TimelineEntry => ({
  at: '2026-11-20T10:00:00.000Z',
  kind,
  id: 5,
  state,
  detail: null,
  channel: null,
  title: null,
  feedback_id: null,
  ...more,
});

async function renderTimeline(entries: visits.TimelineEntry[], currentMessageId?: number) {
  signIn({ permissions: ['cases.update'] });
  const drawn = await renderAt(
    <VisitTimeline
      label="Timeline"
      entries={entries}
      {...(currentMessageId === undefined ? {} : { currentMessageId })}
    />,
  );
  const steps = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
  return { ...drawn, steps, said: steps.map(({ textContent }) => textContent.replace(/^.*\d\d:\d\d/, '')) };
}

describe('the timeline of a visit', () => {
  it('tells in order what happened, in the words of the screens', async () => {
    const { said } = await renderTimeline([
      entryOf('message', 'A03'),
      entryOf('delivery', 'suppressed', { channel: 'sms', detail: 'opted_out', title: 'Discharge survey' }),
      entryOf('delivery', 'sent', { channel: 'email' }),
      entryOf('opened', 'opened'),
      entryOf('case', 'new', { title: 'Kitchen' }),
      entryOf('case_step', 'claim'),
      entryOf('case_step', 'closed', { detail: 'Brought a warm meal.' }),
    ]);
    expect(said).toEqual([
      'Discharge',
      'SMS: SuppressedDischarge survey · Opted out',
      'E-mail: Sent',
      'Patient opened the survey',
      'Case openedKitchen',
      'Claimed',
      'ClosedBrought a warm meal.',
    ]);
  });

  it('says the score of an answer as a whole number, and an answer without a score by its title', async () => {
    const { said } = await renderTimeline([
      entryOf('answered', 'answered', { detail: '33.33', title: 'Discharge survey' }),
      entryOf('answered', 'answered', { title: 'Comments only' }),
      entryOf('answered', 'answered', { detail: '0' }),
    ]);
    expect(said[0]).toContain('Discharge survey · Score 33');
    expect(said[1]).toContain('Comments only');
    expect(said[1]).not.toContain('Score');
    expect(said[2]).toContain('Score 0');
  });

  it('leads to the other messages and to the case, and not to the message whose page it is on', async () => {
    const { user, at } = await renderTimeline(
      [
        entryOf('message', 'A01', { id: 11 }),
        entryOf('message', 'A03', { id: 12 }),
        entryOf('case', 'new', { id: 40 }),
      ],
      12,
    );
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Admission', 'Case opened']);
    await user.click(screen.getByRole('link', { name: 'Case opened' }));
    await waitFor(() => expect(at().path).toBe('/cases/40'));
  });

  it('shows free text as it is, also where a reason could stand', async () => {
    const { said } = await renderTimeline([entryOf('delivery', 'failed', { detail: 'mailbox full: 5.2.2' })]);
    expect(said).toEqual(['Failedmailbox full: 5.2.2']);
  });

  it('offers a case for an answer to who may open one, and to nobody else', async () => {
    await renderTimeline([entryOf('answered', 'answered', { detail: '20' })]);
    expect(screen.getByRole('button', { name: 'Open a case' })).toBeDefined();
  });

  it('offers no case to who may open none', async () => {
    signIn({ permissions: ['cases.list'] });
    await renderAt(<VisitTimeline label="Timeline" entries={[entryOf('answered', 'answered')]} />);
    expect(screen.getByText('Patient answered')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
