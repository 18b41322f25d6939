// @vitest-environment jsdom
import type { messages } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { messageOf } from '../../../testing/messages.ts';
import { renderAt, screen } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { MessageContact } from './message-contact.tsx';

const field = (address: string, value: string) => ({ address, title: 'Phone number', value, components: [] });
const PID: messages.MessageDetail['segments'] = [
  {
    name: 'PID',
    title: 'Patient identification',
    fields: [
      field('PID-13[1]', '01 555 0100^PRN^PH'),
      field('PID-40[2]', '^NET^Internet^Dara@quill.example'),
      field('PID-4', 'dara@quill.example'),
    ],
  },
];

it('names the field from which phone, e-mail and language were read', async () => {
  signIn({ permissions: ['messages.list'] });
  await renderAt(<MessageContact message={messageOf(40, { segments: PID, language: 'ar' })} />);
  expect(screen.getByText('015550100 · from PID-13[1] of this message')).toBeTruthy();
  expect(screen.getByText('dara@quill.example · from PID-40[2] of this message')).toBeTruthy();
  expect(screen.getByText('Arabic · from PID-15 of this message')).toBeTruthy();
});

it('says that an address was corrected by hand', async () => {
  signIn({ permissions: ['messages.list'] });
  const corrected = messageOf(40, { segments: PID, corrected_at: '2026-11-23T10:00:00.000Z' });
  await renderAt(<MessageContact message={corrected} />);
  expect(screen.getByText('015550100 · as it was corrected by hand')).toBeTruthy();
});

it('says that a message has no address', async () => {
  signIn({ permissions: ['messages.list'] });
  const hl7_message_pid = { phone_home: null, phone: null, email: null };
  await renderAt(<MessageContact message={messageOf(40, { hl7_message_pid })} />);
  expect(screen.getByText(/neither a phone number nor an e-mail/)).toBeTruthy();
});
