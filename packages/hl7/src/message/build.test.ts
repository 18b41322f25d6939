import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsed, textOf } from '../testing/text.ts';
import { buildMessage } from './build.ts';
import type { Delimiters } from './delimiters.ts';
import { STANDARD_DELIMITERS } from './delimiters.ts';

const msh = (charset = ''): readonly ['MSH', ...string[]] => [
  'MSH',
  'PAS',
  'STELSEWHERE',
  '',
  '',
  '',
  '',
  'ADT',
  'C1',
  'P',
  '2.5',
  '',
  '',
  '',
  '',
  '',
  charset,
];

test('a message is written by fields, components, sub-components and repetitions', () => {
  const bytes = buildMessage([
    msh(),
    [
      'PID',
      '1',
      undefined,
      { repetitions: [['123', '', '', ['MRN', '1.2', 'ISO']], '456'] },
      '',
      ['O&B', null],
      '',
      null,
      '',
    ],
  ]);
  expect(textOf(bytes)).toBe(
    'MSH|^~\\&|PAS|STELSEWHERE|||||ADT|C1|P|2.5\rPID|1||123^^^MRN&1.2&ISO~456||O\\T\\B^""||""\r',
  );
});

test('what the charset cannot express becomes a question mark', () => {
  expect(parsed(buildMessage([msh('8859/1'), ['ZZZ', 'Zoé Ł']], { charset: '8859/1' })).get('ZZZ-1')).toBe('Zoé ?');
});

const OTHER_DELIMITERS: Delimiters = {
  fieldSeparator: '$',
  componentSeparator: '%',
  repetitionSeparator: '*',
  escapeCharacter: '@',
  subcomponentSeparator: '!',
  truncationCharacter: '#',
};

test('any text comes back as it was written', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('|', '^', '~', '\\', '&', '"', 'X', 'F', 'E', '\r', '\n', '\0', 'é') }),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (value, standard) => {
      const bytes = buildMessage([msh('UNICODE UTF-8'), ['ZZZ', { repetitions: ['', ['', ['', value, 'end']]] }]], {
        delimiters: standard ? STANDARD_DELIMITERS : OTHER_DELIMITERS,
      });
      expect(parsed(bytes).get('ZZZ-1[2].2.2')).toBe(value);
      expect(parsed(bytes).get('ZZZ-1[2].2.3')).toBe('end');
    }),
    { numRuns: 2000 },
  );
});

test.each(['8859/1', '8859/2', '8859/5', '8859/6', '8859/7', '8859/8', '8859/9', '8859/15'])(
  'every character of %s survives the way there and back',
  (charset) => {
    const all = parsed(
      Uint8Array.from([
        ...buildMessage([msh(charset)]),
        ...Buffer.from('ZZZ|'),
        ...Array.from({ length: 96 }, (_, i) => 0xa0 + i),
      ]),
    ).get('ZZZ-1');
    const characters = (all ?? '').replaceAll('\ufffd', '');
    expect(characters.length).toBeGreaterThan(40);
    expect(parsed(buildMessage([msh(charset), ['ZZZ', characters]], { charset })).get('ZZZ-1')).toBe(characters);
  },
);
