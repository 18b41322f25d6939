import { expect, test } from 'vitest';
import { writeDigest } from './send-digest.ts';

const HOME = { publicUrl: 'https://wardvoice.example/voice' };
const items = (application_id: number, application_title: string) =>
  ({ application_id, application_title, kind: 'case_opened', open: 2, fresh: 0 }) as const;

test('the digest of one hospital leads to its inbox', () => {
  const { text } = writeDigest([items(7, 'Elm General')], HOME, 'en');
  expect(text).toContain(
    'Elm General:\n- Cases for you: 2\n\nOpen your inbox:\nhttps://wardvoice.example/voice/inbox?application=7\n',
  );
});

test('the digest of several hospitals leads to each inbox, also where two have the same name', () => {
  const { text } = writeDigest([items(7, 'Elm General'), items(8, 'Elm General')], HOME, 'en');
  for (const id of [7, 8])
    expect(text).toContain(
      `Elm General:\n- Cases for you: 2\nhttps://wardvoice.example/voice/inbox?application=${id}\n`,
    );
  expect(text).toContain('Open your inbox:\nhttps://wardvoice.example/voice/inbox\n');
});
