// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { texts } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { chooseFilter, readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { TextMarks } from './text-marks.tsx';

const api = startApiServer();

const textOf = (more: Partial<texts.InboundTextDetail> = {}): texts.InboundTextDetail => ({
  id: 31,
  channel: 'sms',
  from_address: '+35315550100',
  subject: null,
  text: 'My pain is worse',
  received_at: '2026-11-20T10:00:00.000Z',
  understood: null,
  doubtful: false,
  harm: false,
  automatic: false,
  attachments: 0,
  reply: null,
  read_at: '2026-11-20T11:00:00.000Z',
  read_by_name: 'Sam',
  handled_at: null,
  delivery_id: null,
  survey_title: 'Discharge',
  patient_id: 5,
  visit_id: null,
  contact_id: null,
  given_name: 'Dara',
  family_name: 'Quill',
  contact_name: null,
  location: 'W1',
  case_id: null,
  thread: [],
  can_reply: true,
  sending_hold: null,
  ...more,
});

async function renderText(text: texts.InboundTextDetail, permissions = ['texts.list', 'texts.reply', 'messages.list']) {
  signIn({ permissions });
  api.answer(texts.getText, { data: text });
  const drawn = await renderScreen('/texts/31');
  await screen.findByRole('heading', { level: 1, name: /Quill|Robin|\+353/ });
  return drawn;
}

describe('what a patient wrote back', () => {
  it('is read by being opened, once', async () => {
    api.answer(texts.readText, { data: textOf() });
    await renderText(textOf({ read_at: null, read_by_name: null }));
    await waitFor(() => expect(api.requestsTo(texts.readText)).toHaveLength(1));
    await waitFor(() => expect(api.requestsTo(texts.getText).length).toBeGreaterThan(1));
    expect(api.requestsTo(texts.readText)).toHaveLength(1);
  });

  it('is not marked as read again', async () => {
    await renderText(textOf());
    await screen.findByRole('textbox', { name: /Your answer/ });
    expect(api.requestsTo(texts.readText)).toEqual([]);
  });

  it('says whose it is, and leads to the patient and the case', async () => {
    await renderText(textOf({ case_id: 40 }));
    expect(screen.getByRole('link', { name: 'Quill, Dara' }).getAttribute('href')).toBe('/patients/5');
    expect(screen.getByRole('link', { name: 'Case 40' }).getAttribute('href')).toBe('/cases/40');
  });

  it('is called by the address where nobody is known', async () => {
    await renderText(textOf({ given_name: null, family_name: null, patient_id: null, can_reply: false }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('+35315550100');
    expect(screen.getByText(/Nobody is known at this address/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('warns of words of harm, and of an opt-out that may not be meant', async () => {
    await renderText(textOf({ harm: true, understood: 'stop', doubtful: true }));
    const warnings = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(warnings[0]).toContain('A case was opened at once.');
    expect(warnings[1]).toContain('This was taken for an opt-out');
  });

  it('stands in its conversation: who wrote, what became of it, and why not', async () => {
    const us = {
      from: 'us' as const,
      channel: 'email' as const,
      subject: 'Your visit',
      text: 'How are you? {{link}}',
      at: '2026-11-20T09:00:00.000Z',
      purpose: 'message' as const,
    };
    await renderText(
      textOf({
        thread: [
          { ...us, id: 1, state: 'sent', reason: null, user_name: null },
          {
            from: 'them',
            id: 31,
            channel: 'sms',
            subject: null,
            text: 'STOP',
            at: '2026-11-20T10:00:00.000Z',
            understood: 'stop',
            doubtful: false,
            harm: false,
            automatic: false,
            attachments: 1,
            reply: 'You get no more texts.',
          },
          { ...us, id: 3, state: 'failed', reason: null, user_name: null, purpose: 'automatic_reply' },
          { ...us, id: 2, state: 'suppressed', reason: 'opted_out', user_name: 'Nora', channel: 'sms' },
        ],
      }),
    );
    const lines = within(screen.getByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent.replace(/(wrote( for you)?).*?ago/, '$1 '))).toEqual([
      expect.stringMatching(/^You wrote.*Your visitHow are you\? personal linkSent$/),
      expect.stringMatching(
        /^Quill, Dara wrote.*STOPOpted outAttachments: 1What was attached is not kept here\.Answered at once: You get no more texts\.$/,
      ),
      expect.stringMatching(/^Answered automatically.*Failed$/),
      expect.stringMatching(/^Nora wrote for you.*How are you\? personal linkSuppressedIt was not sent: Opted out$/),
    ]);
    expect(lines[1]?.getAttribute('aria-current')).toBe('true');
  });
});

describe('an answer to it', () => {
  it('is not offered to who may not write', async () => {
    await renderText(textOf(), ['texts.list']);
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('is not sent empty', async () => {
    const { user } = await renderText(textOf());
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Write an answer.')).toBeDefined();
    expect(api.requestsTo(texts.replyToText)).toEqual([]);
  });

  it('is counted as it is written, sent once, and the field is empty for the next', async () => {
    const { user } = await renderText(textOf());
    api.answer(texts.replyToText, { data: textOf() });
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Your answer/ });
    await user.type(box, 'We call you.');
    expect(screen.getByText('12 characters, sent as 1 SMS.')).toBeDefined();
    await user.dblClick(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your answer is on its way.')).toBeDefined();
    await waitFor(() => expect(box.value).toBe(''));
    expect(api.requestsTo(texts.replyToText).map(({ body }) => body)).toEqual([{ text: 'We call you.' }]);
  });

  it('waits while nothing goes to patients, which is said before and after', async () => {
    const { user } = await renderText(textOf({ sending_hold: 'by_hand' }));
    expect(screen.getByText(/Nothing goes to patients at present: somebody stopped it\./)).toBeDefined();
    api.answer(texts.replyToText, { data: textOf({ sending_hold: 'by_hand' }) });
    await user.type(screen.getByRole('textbox', { name: /Your answer/ }), 'We call you.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your answer waits until sending is resumed.')).toBeDefined();
  });

  it('says that a character makes each SMS shorter, and counts no e-mail', async () => {
    const { user } = await renderText(textOf());
    await user.click(screen.getByRole('textbox', { name: /Your answer/ }));
    await user.paste('Dziękujemy');
    expect(screen.getByText(/With a character that SMS does not have, fewer fit\./)).toBeDefined();
  });

  it('keeps its words when it could not be sent', async () => {
    const { user } = await renderText(textOf());
    api.refuse(texts.replyToText, 409, { message: 'This was answered just now.' });
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Your answer/ });
    await user.type(box, 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This was answered just now.');
    expect(box.value).toBe('Hello');
  });
});

describe('the marks of a text', () => {
  const read = async (text: Parameters<typeof TextMarks>[0]['text']) => {
    await renderAt(<div data-testid="marks">{<TextMarks text={text} />}</div>);
    return screen.getByTestId('marks').textContent;
  };
  const plain = { harm: false, understood: null, doubtful: false, automatic: false, attachments: 0 };

  it('are none for an answer that a person reads', async () => {
    expect(await read(plain)).toBe('');
  });
  it('say a sure opt-out, and one in doubt', async () => {
    expect(await read({ ...plain, understood: 'stop' })).toBe('Opted out');
  });
  it('say an opt-out in doubt', async () => {
    expect(await read({ ...plain, understood: 'stop', doubtful: true })).toBe('Opted out, in doubt');
  });
  it('take a “yes” for an opt-in only where it was one', async () => {
    expect(await read({ ...plain, understood: 'start', doubtful: true })).toBe('');
  });
  it('say that a mail program answered by itself', async () => {
    expect(await read({ ...plain, automatic: true })).toBe('Automatic answer');
  });
  it('say how many files came with it', async () => {
    expect(await read({ ...plain, attachments: 2 })).toBe('Attachments: 2');
  });
  it('say words of harm, and that somebody has seen to it', async () => {
    expect(await read({ ...plain, harm: true, understood: 'help', handled_at: '2026-11-20T10:00:00.000Z' })).toBe(
      'Words of harmAsked for help by keywordAnswered or followed up',
    );
  });
});

describe('the list of texts', () => {
  it('is filtered by kind and by what nobody has read', async () => {
    signIn({ permissions: ['texts.list'] });
    api.answer(texts.listTexts, {
      ...pageOf([
        textOf({ read_at: null }),
        textOf({ id: 32, given_name: null, family_name: null, contact_name: 'Robin' }),
      ]),
      unread_count: 1,
    });
    const { user, at } = await renderScreen('/texts/index');
    const rows = await readRows('Written back');
    expect(rows[0]).toContain('Quill, DaraMy pain is worse');
    expect(rows[1]).toContain('Robin');
    expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(1);
    await chooseFilter(user, 'Kind', 'Keywords and automatic answers');
    await waitFor(() => expect(at().search).toEqual({ for_people: '0' }));
    await user.click(screen.getByRole('button', { name: 'Filter by Unread' }));
    await waitFor(() =>
      expect(api.requestsTo(texts.listTexts).at(-1)?.query).toMatchObject({ for_people: '0', unread: '1' }),
    );
  });

  it('says whose texts these are while no organisation is chosen', async () => {
    signIn({ superUser: true, application: null });
    api.answer(texts.listTexts, { ...pageOf<texts.InboundText>([]), unread_count: 0 });
    await renderScreen('/texts/index');
    expect(await screen.findByText(/You have not chosen an organisation/)).toBeDefined();
  });
});
