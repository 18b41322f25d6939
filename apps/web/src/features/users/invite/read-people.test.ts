import { describe, expect, it } from 'vitest';
import { readPeople } from './read-people.ts';

const read = (text: string) => readPeople(text, 'It stands here twice.');
const ROBIN = { name: 'Robin Wardly', email: 'robin@wardvoice.example', problem: null };

describe('people who are to be invited', () => {
  it.each([
    ['a row of a table', 'Robin Wardly\trobin@wardvoice.example'],
    ['a line of a CSV file', '"Robin Wardly",robin@wardvoice.example'],
    ['the address first', 'robin@wardvoice.example; Robin Wardly'],
    ['an address of an e-mail', 'Robin  Wardly <Robin@Wardvoice.example>,\r'],
  ])('are read from %s', (_how, line) => expect(read(line)).toEqual([{ line: 1, ...ROBIN }]));

  it('keep their line where others are empty', () => {
    expect(read('\n\nRobin Wardly, robin@wardvoice.example\n')).toEqual([{ line: 3, ...ROBIN }]);
  });

  it.each([
    ['robin@wardvoice.example', 'Enter a name.'],
    ['Robin Wardly', 'Enter an e-mail address, such as robin@hospital.example.'],
    ['Robin Wardly, robin@', 'Enter an e-mail address, such as robin@hospital.example.'],
  ])('are not sent anything because of “%s”', (line, problem) => expect(read(line)[0]?.problem).toBe(problem));

  it('are invited once, whatever the case of their address', () => {
    const [one, other] = read('Robin Wardly, robin@wardvoice.example\nR. Wardly, ROBIN@wardvoice.example');
    expect([one?.problem, other?.problem]).toEqual([null, 'It stands here twice.']);
  });
});
