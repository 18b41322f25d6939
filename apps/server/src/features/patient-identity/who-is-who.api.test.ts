import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let minute = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  minute = 0;
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

interface Parts {
  event?: string;
  pid3: string;
  facility?: string;
  version?: string;
  pid2?: string;
  pid4?: string;
  name?: string;
  born?: string;
  diedAt?: string;
  died?: string;
  unknown?: string;
  visit?: string;
  /** Lines after the PV1 of the first group: MRG and further groups. */
  more?: string[];
  pv1?: boolean;
  disposition?: string;
  at?: string;
}

function message(parts: Parts): string {
  const {
    event = 'A08',
    pid3,
    version = '2.5.1',
    pid2 = '',
    pid4 = '',
    name = 'Inventwell^Orla',
    born = '19700517',
  } = parts;
  minute += 1;
  const at = parts.at ?? stamp(minute * MINUTE);
  const [type, trigger] = event.includes('^') ? event.split('^') : [event.startsWith('S') ? 'SIU' : 'ADT', event];
  return [
    `MSH|^~\\&|PAS|${parts.facility ?? hospital.facility}|WARDVOICE|Q|${at}||${type}^${trigger}|M${minute}${hospital.id}|P|${version}`,
    ...(type === 'ADT' ? [`EVN|${event}|${at}`] : []),
    `PID|1|${pid2}|${pid3}|${pid4}|${name}||${born}|F|||||07700 900123||EN||||||||||||||${parts.diedAt ?? ''}|${parts.died ?? ''}|${parts.unknown ?? ''}`,
    ...(parts.pv1 === false
      ? []
      : [`PV1|1|I|ASH^1^A||||||||||||||||${parts.visit ?? ''}|||||||||||||||||${parts.disposition ?? ''}`]),
    ...(parts.more ?? []),
    '',
  ].join('\r');
}

const feed = async (...all: Parts[]) => {
  for (const parts of all) expect(await server.receive(message(parts))).toContain('MSA|AA');
  await server.processAll();
};
const living = () =>
  within(server, hospital, (tx) =>
    tx.selectFrom('patients').selectAll().where('merged_into_id', 'is', null).orderBy('id').execute(),
  );
const numbers = async () =>
  (
    await within(server, hospital, (tx) =>
      tx.selectFrom('patient_identifiers').selectAll().orderBy('patient_id').orderBy('identifier').execute(),
    )
  ).map(({ identifier, type }) => `${identifier} ${type}`.trim());
const messages = () =>
  within(server, hospital, (tx) => tx.selectFrom('hl7_messages').selectAll().orderBy('id').execute());
const byText = (a: readonly unknown[], b: readonly unknown[]) => String(a).localeCompare(String(b));
const visits = () => within(server, hospital, (tx) => tx.selectFrom('visits').selectAll().orderBy('id').execute());

describe('a number', () => {
  it('of two authorities that have only universal ids belongs to two people', async () => {
    await feed({ pid3: '1^^^&1.2.3&ISO^MR' }, { pid3: '1^^^&1.2.4&ISO^MR', name: 'Marrow^Iris' });
    expect(await living()).toMatchObject([{ family_name: 'Inventwell' }, { family_name: 'Marrow' }]);
  });

  it('without an authority is the sending facility’s own', async () => {
    const south = `${hospital.facility}S`;
    await within(server, hospital, (tx) =>
      tx.insertInto('application_facilities').values({ application_id: hospital.id, facility: south }).execute(),
    );
    await feed({ pid3: '1^^^^MR' }, { pid3: '1^^^^MR', facility: south, name: 'Marrow^Iris' });
    expect(await living()).toHaveLength(2);
  });

  it('is the same under a namespace, a universal id, or both, once a message contained both', async () => {
    await feed({ pid3: '1^^^HOSP&1.2.3&ISO^MR' }, { pid3: '1^^^HOSP^MR' }, { pid3: '1^^^&urn:oid:1.2.3^MR' });
    expect(await living()).toHaveLength(1);
  });

  it('that was known under both names separately belongs to one person when a message contains both', async () => {
    await feed({ pid3: '1^^^HOSP^MR' }, { pid3: '1^^^&1.2.3&ISO^MR' }, { pid3: '1^^^HOSP&1.2.3&ISO^MR' });
    expect(await living()).toHaveLength(1);
    expect((await messages()).map(({ state }) => state)).toEqual(['processed', 'processed', 'processed']);
  });

  it('that belongs to different people under two names keeps them separate, and a warning is shown', async () => {
    await feed({ pid3: '1^^^HOSP^MR' });
    await feed({ pid3: '1^^^&1.2.3&ISO^MR', name: 'Marrow^Iris', born: '19450101' });
    await feed({ pid3: '2^^^HOSP&1.2.3&ISO^MR', name: 'Third^Person', born: '19800101' });
    expect(await living()).toHaveLength(3);
    expect((await messages()).at(-1)?.warnings).toEqual([
      'PID-3.4 names an authority by two names that stand for different patients here, so only the first name is used',
    ]);
  });

  it('of an account or a visit never identifies a person', async () => {
    await feed({ pid3: '77^^^HOSP^AN~1^^^HOSP^MR' }, { pid3: '77^^^HOSP^AN~2^^^HOSP^MR', name: 'Marrow^Iris' });
    expect(await living()).toHaveLength(2);
    expect(await numbers()).toEqual(['1 MR', '2 MR']);
  });

  it('of a type that does not identify a person merges nobody', async () => {
    await feed({ pid3: '7^^^LAB^XX~1^^^HOSP^MR' }, { pid3: '7^^^LAB^XX~2^^^HOSP^MR', name: 'Marrow^Iris' });
    expect(await living()).toHaveLength(2);
  });

  it('without a type matches the same number with a type', async () => {
    await feed({ pid3: '1^^^HOSP^MR' }, { pid3: '1^^^HOSP' });
    expect(await living()).toHaveLength(1);
  });
});

describe('several numbers in one message', () => {
  it('belong to one person, in whatever order they come', async () => {
    await feed(
      { pid3: '1^^^HOSP^MR~9^^^NHS^NI' },
      { pid3: '9^^^NHS^NI~1^^^HOSP^MR' },
      { pid3: '9^^^NHS^NI' },
      { pid3: '1^^^HOSP^MR' },
    );
    expect(await living()).toHaveLength(1);
  });

  it('report a death to the patient, also in a late message with only one of them', async () => {
    await feed({ pid3: '1^^^HOSP^MR~9^^^NHS^NI', died: 'Y' }, { pid3: '9^^^NHS^NI~1^^^HOSP^MR' });
    expect(await living()).toMatchObject([{ deceased: true }]);
  });

  it('are read from PID-2 and PID-4 of a sender with version 2.2', async () => {
    await feed({ pid3: 'L1', pid2: 'E1', version: '2.2' }, { pid3: 'L2', pid2: 'E1', version: '2.2' });
    expect(await living()).toHaveLength(1);
    await feed({ pid3: 'L3', pid2: 'E3', version: '2.5.1' }, { pid3: 'L4', pid2: 'E3', version: '2.5.1' });
    expect(await living()).toHaveLength(3);
  });
});

describe('an application that ranks authorities', () => {
  const rank = (...identifier_types: string[]) =>
    within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ identifier_types }).where('id', '=', hospital.id).execute(),
    );

  it('identifies a patient by the number of the first-ranked authority, whatever the order in the message', async () => {
    await rank('MR@HOSP', 'MR');
    await feed({ pid3: '7^^^LAB^MR~1^^^HOSP^MR' });
    expect(await living()).toMatchObject([{ identifier: '1', authority: 'HOSP' }]);
  });

  it('does not identify anybody by an authority that it does not rank', async () => {
    await rank('MR@HOSP');
    await feed({ pid3: '7^^^LAB^MR~1^^^HOSP^MR' }, { pid3: '7^^^LAB^MR~2^^^HOSP^MR', name: 'Marrow^Iris' });
    expect(await living()).toMatchObject([{ family_name: 'Inventwell' }, { family_name: 'Marrow' }]);
    expect((await messages()).map(({ state }) => state)).toEqual(['processed', 'processed']);
  });

  it('may rank an authority by its universal id, with all its numbers', async () => {
    await rank('@1.2.3', 'MR');
    await feed({ pid3: '7^^^LAB^MR~1^^^HOSP&1.2.3&ISO^MR' }, { pid3: '8^^^LAB^MR~2^^^HOSP', name: 'Marrow^Iris' });
    expect(await living()).toMatchObject([{ identifier: '1' }, { identifier: '2' }]);
  });

  it.each([
    ['MR@HOSP', 200],
    ['@1.2.3.4', 200],
    ['MR@', 422],
    ['@', 422],
    ['M R', 422],
  ])('can be configured on its screen and in the API: %s', async (entry, status) => {
    const { headers } = await server.makeUser({ superUser: true });
    const answer = await server.call({
      method: 'PUT',
      url: `/api/v1/applications/${hospital.id}`,
      headers,
      payload: { application: { identifier_types: [entry, 'NI'] } },
    });
    expect(answer.status).toBe(status);
  });
});

describe('a message about an uncertain patient', () => {
  it('whose numbers lead to two patients changes neither, and deliveries to both are held back', async () => {
    await feed(
      { pid3: '1^^^HOSP^MR' },
      { pid3: '9^^^NHS^NI', name: 'Marrow^Iris' },
      { pid3: '1^^^HOSP^MR~9^^^NHS^NI', name: 'Third^Person' },
    );
    expect(await living()).toMatchObject([
      { family_name: 'Inventwell', identity_in_doubt: true },
      { family_name: 'Marrow', identity_in_doubt: true },
    ]);
    expect((await messages()).at(-1)).toMatchObject({ state: 'error', error_code: '205', error_field: 'PID-3' });
  });

  it('whose number is known with another date of birth and family name is not applied', async () => {
    await feed({ pid3: '1^^^HOSP^MR' }, { pid3: '1^^^HOSP^MR', name: 'Marrow^Iris', born: '19450101' });
    expect(await living()).toMatchObject([{ family_name: 'Inventwell', identity_in_doubt: true }]);
    expect((await messages()).at(-1)).toMatchObject({ state: 'error', error_code: '205' });
  });

  it.each([
    ['a new name alone', { name: 'Newname^Orla' }],
    ['a new birth date alone', { born: '19700518' }],
    ['case and marks of the name, with a new birth date', { name: 'INVENT-WELL^Orla', born: '19700518' }],
  ])('is not one that corrects %s', async (_what, corrected) => {
    await feed({ pid3: '1^^^HOSP^MR' }, { pid3: '1^^^HOSP^MR', ...corrected });
    expect(await living()).toMatchObject([{ identity_in_doubt: false }]);
    expect((await messages()).map(({ state }) => state)).toEqual(['processed', 'processed']);
  });
});

describe('merges', () => {
  it('of several pairs in one A40 are all carried out', async () => {
    await feed(
      { pid3: '1^^^H^MR' },
      { pid3: '2^^^H^MR' },
      { pid3: '3^^^H^MR' },
      { pid3: '4^^^H^MR' },
      {
        event: 'A40',
        pid3: '1^^^H^MR',
        pv1: false,
        more: ['MRG|2^^^H^MR', 'PID|2||3^^^H^MR||Inventwell^Orla||19700517|F', 'MRG|4^^^H^MR'],
      },
    );
    expect(await living()).toHaveLength(2);
  });

  it.each(['A18', 'A30', 'A34', 'A36', 'A39', 'A40', 'A43', 'A46', 'A47'])(
    'by %s leave no duplicate in the census',
    async (event) => {
      await feed(
        { event: 'A01', pid3: 'OLD^^^H^MR', visit: 'V1' },
        {
          event,
          pid3: 'NEW^^^H^MR',
          pv1: false,
          more: ['MRG|OLD^^^H^MR'],
        },
        { event: 'A03', pid3: 'NEW^^^H^MR', visit: 'V1' },
      );
      expect(await living()).toHaveLength(1);
      expect(await visits()).toMatchObject([{ visit_number: 'V1', state: 'closed' }]);
    },
  );

  it('of a number that is replaced leave an unidentified person unidentified', async () => {
    await feed({ event: 'A01', pid3: 'OLD^^^H^MR', visit: 'V1', unknown: 'Y' });
    await feed({ event: 'A47', pid3: 'NEW^^^H^MR', pv1: false, more: ['MRG|OLD^^^H^MR'] });
    expect(await living()).toMatchObject([{ identity_unknown: true }]);
  });

  it.each(['A44', 'A45'])('%s moves one visit to another patient', async (event) => {
    await feed(
      { event: 'A01', pid3: 'A^^^H^MR', visit: 'V1' },
      { event: 'A01', pid3: 'A^^^H^MR', visit: 'V2' },
      { event: 'A28', pid3: 'B^^^H^MR', name: 'Marrow^Iris', pv1: false },
      { event, pid3: 'B^^^H^MR', name: 'Marrow^Iris', visit: 'V1', more: ['MRG|A^^^H^MR||||V1'] },
    );
    const people = await living();
    const owner = (number: string) => people.find(({ identifier }) => identifier === number)?.id;
    expect((await visits()).map(({ visit_number, patient_id }) => [visit_number, patient_id]).toSorted(byText)).toEqual(
      [
        ['V1', owner('B')],
        ['V2', owner('A')],
      ],
    );
  });

  it('A50 gives a visit its new number', async () => {
    await feed(
      { event: 'A01', pid3: 'A^^^H^MR', visit: 'V1' },
      { event: 'A50', pid3: 'A^^^H^MR', visit: 'V2', more: ['MRG|A^^^H^MR||||V1'] },
      {
        event: 'A03',
        pid3: 'A^^^H^MR',
        visit: 'V2',
      },
    );
    expect(await visits()).toMatchObject([{ visit_number: 'V2', state: 'closed' }]);
  });

  it('by A24 make two people one, and A37 undoes it', async () => {
    const two = { pv1: false, more: ['PID|2||B^^^H^MR||Inventwell^Orla||19700517|F'] };
    await feed(
      { event: 'A01', pid3: 'A^^^H^MR', visit: 'V1' },
      { event: 'A01', pid3: 'B^^^H^MR', visit: 'V2' },
      { event: 'A24', pid3: 'A^^^H^MR', ...two },
    );
    expect(await living()).toHaveLength(1);
    await feed({ event: 'A37', pid3: 'A^^^H^MR', ...two });
    const people = await living();
    expect(people).toHaveLength(2);
    expect(new Set((await visits()).map(({ patient_id }) => patient_id)).size).toBe(2);
    await feed({ event: 'A03', pid3: 'B^^^H^MR', visit: 'V2' });
    expect((await visits()).map(({ visit_number, state }) => [visit_number, state]).toSorted(byText)).toEqual([
      ['V1', 'open'],
      ['V2', 'closed'],
    ]);
  });
});

describe('a number that a family shares', () => {
  it('leads nobody to a relative who has another number of the hospital, until a person decides', async () => {
    await feed({ pid3: 'M1^^^H^MR~C1^^^CARD^HC', born: '19700517' });
    await feed({ pid3: 'M2^^^H^MR~C1^^^CARD^HC', born: '20100204', name: 'Inventwell^Bram' });
    expect(await living()).toMatchObject([{ given_name: 'Orla', birth_date: '1970-05-17', identity_in_doubt: true }]);
    expect((await messages()).map(({ state, error_code: code, error_text: text }) => [state, code, text])).toEqual([
      ['processed', null, null],
      ['error', '205', expect.stringContaining('and another is new')],
    ]);
  });

  it('joins two registrations of one person, and a date of birth is corrected under a known number', async () => {
    await feed({ pid3: 'M1^^^H^MR~N1^^^NHS^NH' }, { pid3: 'M2^^^H^MR~N1^^^NHS^NH' });
    await feed({ pid3: 'M2^^^H^MR~N1^^^NHS^NH', born: '19700518' });
    expect(await living()).toMatchObject([{ birth_date: '1970-05-18' }]);
    await feed({ pid3: 'M3^^^H^MR~M1^^^H^MR', born: '19700519' });
    expect(await living()).toMatchObject([{ birth_date: '1970-05-19' }]);
  });

  it.each(['IHI', 'PPS', 'INS', 'INS-NIR', 'NNNLD'])(
    'is not the national one %s, which decides who it is',
    async (type) => {
      await feed({ pid3: `M1^^^H^MRN~I1^^^STATE^${type}` }, { pid3: `M2^^^H^MRN~I1^^^STATE^${type}` });
      expect(await living()).toHaveLength(1);
    },
  );
});

describe('a name', () => {
  it.each([
    ['the legal one of several', 'Marrow^Orla^^^^^M~Inventwell^Orla^^^^^L'],
    ['the first that is no maiden name or alias', 'Marrow^Orla^^^^^M~Inventwell^Orla^^^^^D'],
    ['without a type before another', 'Inventwell^Orla~Marrow^Orla^^^^^M'],
    ['the only one, whatever it is', 'Inventwell^Orla^^^^^A'],
  ])('is %s', async (_which, name) => {
    await feed({ pid3: '1^^^H^MR', name });
    expect(await living()).toMatchObject([{ family_name: 'Inventwell', given_name: 'Orla' }]);
  });
});

describe('a number that decides nothing beside others, as of an insurance', () => {
  const person = { name: 'Inventwell^Orla', born: '19700517' };
  const first = { ...person, pid3: 'W1^^^INS^XX', event: 'A01', visit: 'V1' };
  const shown = async () => (await living()).map(({ identifier }) => identifier);

  it('leads the same person to their record when they get one that decides', async () => {
    await feed(first);
    await feed({ ...person, pid3: 'M1^^^H^MR~W1^^^INS^XX', event: 'A03', visit: 'V1' });
    expect(await visits()).toMatchObject([{ state: 'closed' }]);
    expect(await shown()).toEqual(['M1']);
    // From now on the new number decides: another one is another record, until the hospital merges them.
    await feed({ ...person, pid3: 'M2^^^H^MR~W1^^^INS^XX' });
    expect(await shown()).toEqual(['M1', 'M2']);
  });

  it.each([
    ['name', { name: 'Inventwell^Bram' }],
    ['date of birth', { born: '20100204' }],
    ['whole date of birth', { born: '1970' }],
  ])('leads nobody of another %s there, because a family may share it', async (_what, other) => {
    await feed(first, { ...person, ...other, pid3: 'M2^^^H^MR~W1^^^INS^XX' });
    expect(await shown()).toEqual(['W1', 'M2']);
  });

  it('merges no relative who has it, when it is among the numbers that an A40 ends', async () => {
    await feed(
      { ...person, pid3: 'M9^^^H^MR~W1^^^INS^XX', name: 'Inventwell^Bram', born: '20100204' },
      { ...person, pid3: 'M1^^^H^MR' },
      { ...person, pid3: 'M2^^^H^MR~W1^^^INS^XX' },
      { ...person, event: 'A40', pid3: 'M1^^^H^MR', more: ['MRG|M2^^^H^MR~W1^^^INS^XX'], pv1: false },
    );
    expect(await living()).toMatchObject([
      { identifier: 'M9', given_name: 'Bram' },
      { identifier: 'M1', given_name: 'Orla' },
    ]);
  });

  it('ends with the record of the same person who had no other, when it is among the numbers that an A40 ends', async () => {
    await feed(
      first,
      { ...person, pid3: 'M1^^^H^MR', event: 'A28', pv1: false },
      { ...person, event: 'A40', pid3: 'M1^^^H^MR', more: ['MRG|M2^^^H^MR~W1^^^INS^XX'], pv1: false },
    );
    expect(await shown()).toEqual(['M1']);
    expect(await visits()).toHaveLength(1);
  });

  it('leads nobody there who had one that decides', async () => {
    await feed({ ...person, pid3: 'M1^^^H^MR~W1^^^INS^XX' }, { ...person, pid3: 'M2^^^H^MR~W1^^^INS^XX' });
    expect(await shown()).toEqual(['M1', 'M2']);
  });
});

describe('a death', () => {
  it.each(['Y', 'YES', '1', 'TRUE', 'U', 'deceased'])('is read from PID-30 “%s”', async (died) => {
    await feed({ pid3: '1^^^H^MR', died });
    expect(await living()).toMatchObject([{ deceased: true }]);
  });

  it.each(['N', 'NO', '0', 'false', ''])('is not read from PID-30 “%s”', async (died) => {
    await feed({ pid3: '1^^^H^MR', died });
    expect(await living()).toMatchObject([{ deceased: false }]);
  });

  it('is read from any time in PID-29, which zeros and a “no” are not', async () => {
    await feed({ pid3: '1^^^H^MR', diedAt: '20261101' }, { pid3: '2^^^H^MR', born: '1970', diedAt: 'unknown' });
    expect(await living()).toMatchObject([{ deceased: true }, { deceased: true }]);
    await feed({ pid3: '3^^^H^MR', born: '1980', diedAt: 'N' }, { pid3: '4^^^H^MR', born: '1990', diedAt: '00000000' });
    expect(await living()).toMatchObject([{}, {}, { deceased: false }, { deceased: false }]);
  });

  it.each(['A01', 'A07', 'A08', 'A28', 'A31', 'A60', 'A20', 'A61'])('is read from an %s', async (event) => {
    await feed({ pid3: '1^^^H^MR', event: 'A28' }, { pid3: '1^^^H^MR', event, died: 'Y' });
    expect(await living()).toMatchObject([{ deceased: true }]);
  });

  it.each(['ORU^R01', 'ORM^O01', 'MDM^T02', 'SIU^S99', 'DFT^P03', 'BAR^P01'])(
    'is read from an %s, which is ignored otherwise',
    async (event) => {
      const about = { pid3: '1^^^H^MR', pv1: false };
      await feed({ ...about, event: 'A28' }, { ...about, event }, { ...about, event, died: 'Y' });
      expect(await living()).toMatchObject([{ deceased: true }]);
      const [, quiet, death] = await messages();
      expect([quiet?.state, death?.state]).toEqual(['ignored', 'ignored']);
      expect(death?.ignored_reason).toMatch(/The death that it reports was applied\.$/);
    },
  );

  it('in a result message with numbers of two people is a conflict about both', async () => {
    await feed(
      { pid3: '1^^^H^MR', event: 'A28', pv1: false },
      { pid3: '2^^^H^MR', event: 'A28', pv1: false, name: 'Marrow^Iris' },
      { pid3: '1^^^H^MR~2^^^H^MR', event: 'ORU^R01', pv1: false, died: 'Y' },
    );
    expect(await living()).toMatchObject([{ identity_in_doubt: true }, { identity_in_doubt: true }]);
    expect((await messages())[2]).toMatchObject({ state: 'error', error_code: '205' });
  });

  it.each(['20', '29', '40', '42', '4', '04', 'Expired in hospital', 'DIED', 'expired', 'Patient died'])(
    'is read from PV1-36 “%s”',
    async (disposition) => {
      await feed({ pid3: '1^^^H^MR', event: 'A03', visit: 'V1', disposition });
      expect(await living()).toMatchObject([{ deceased: true }]);
    },
  );

  it.each(['01', '30', '2', '14', 'Home', 'Discharged to died-out ward'.slice(0, 13)])(
    'is not read from PV1-36 “%s”',
    async (disposition) => {
      await feed({ pid3: '1^^^H^MR', event: 'A03', visit: 'V1', disposition });
      expect(await living()).toMatchObject([{ deceased: false }]);
    },
  );
});

describe('dates and times', () => {
  it.each([
    ['2009', '2009-12-31', 'year'],
    ['200902', '2009-02-28', 'month'],
    ['20090214', '2009-02-14', 'day'],
    ['2009-02-14', '2009-02-14', 'day'],
    ['14.02.2009', '2009-02-14', 'day'],
    ['14/02/2009', '2009-02-14', 'day'],
    ['02/14/2009', '2009-02-14', 'day'],
    ['03/02/2009', '2009-03-02', 'year'],
    ['20090214101530123', '2009-02-14', 'day'],
  ])('a date of birth “%s” is read as the latest possible date', async (born, birth_date, birth_date_precision) => {
    await feed({ pid3: '1^^^H^MR', born });
    expect(await living()).toMatchObject([{ birth_date, birth_date_precision }]);
  });

  it('of an event years ahead are a warning, and neither keep a visit open nor block later facts', async () => {
    await feed(
      { event: 'A01', pid3: '1^^^H^MR', visit: 'V1', at: '20620101120000' },
      { event: 'A08', pid3: '1^^^H^MR', visit: 'V1', name: 'Newname^Orla' },
      { event: 'A03', pid3: '1^^^H^MR', visit: 'V1', name: 'Newname^Orla' },
    );
    expect((await messages())[0]?.warnings).toHaveLength(1);
    expect(await visits()).toMatchObject([{ state: 'closed' }]);
    expect(await living()).toMatchObject([{ family_name: 'Newname' }]);
  });
});

describe('events beyond admission and discharge', () => {
  const stay = { pid3: '1^^^H^MR', visit: 'V1' };
  it('a patient on leave stays in the census, marked as on leave', async () => {
    await feed({ ...stay, event: 'A01' }, { ...stay, event: 'A21' });
    expect(await visits()).toMatchObject([{ state: 'open', on_leave: true }]);
    await feed({ ...stay, event: 'A22' });
    expect(await visits()).toMatchObject([{ state: 'open', on_leave: false }]);
  });

  it('a pre-admission is expected until it is admitted or cancelled', async () => {
    await feed({ ...stay, event: 'A05' });
    expect(await visits()).toMatchObject([{ state: 'expected' }]);
    await feed({ ...stay, event: 'A01' });
    expect(await visits()).toMatchObject([{ state: 'open' }]);
    await feed({ ...stay, visit: 'V2', event: 'A14' }, { ...stay, visit: 'V2', event: 'A27' });
    expect((await visits())[1]).toMatchObject({ state: 'cancelled' });
  });

  it('a deleted visit is removed from the census', async () => {
    await feed({ ...stay, event: 'A01' }, { ...stay, event: 'A23' });
    expect(await visits()).toMatchObject([{ state: 'cancelled' }]);
  });

  it('two patients swap their beds', async () => {
    await feed(
      { event: 'A01', pid3: '1^^^H^MR', visit: 'V1' },
      { event: 'A01', pid3: '2^^^H^MR', visit: 'V2', name: 'Marrow^Iris' },
      {
        event: 'A17',
        pid3: '1^^^H^MR',
        visit: 'V1',
        more: ['PID|2||2^^^H^MR||Marrow^Iris||19700517|F', 'PV1|2|I|BIRCH^2^B||||||||||||||||V2'],
      },
    );
    expect(await visits()).toMatchObject([{ location: 'ASH' }, { location: 'BIRCH' }]);
  });

  it('an appointment is booked, moved, and marked as not attended', async () => {
    const about = { pid3: '1^^^H^MR', pv1: false };
    const sch = (time: string, state = '') => `SCH|P77|F77|||||||||^^^${time}^|${'|'.repeat(13)}${state}`;
    await feed({ ...about, event: 'S12', more: [sch('20300101100000')] });
    expect(await visits()).toMatchObject([
      { state: 'expected', kind: 'outpatient', appointment_number: 'F77', appointment_state: 'booked' },
    ]);
    await feed({ ...about, event: 'S13', more: [sch('20300102100000')] });
    expect(await visits()).toMatchObject([
      { appointment_state: 'moved', expected_at: new Date('2030-01-02T10:00:00Z') },
    ]);
    await feed({ ...about, event: 'S26', more: [sch('20300102100000')] });
    expect(await visits()).toMatchObject([{ state: 'not_attended', appointment_state: 'not_attended' }]);
  });
});
