import { describe, expect, it } from 'vitest';
import { matchesFilters, type FilterFacts } from './matches-filters.ts';
import { fillIn } from '../invitations/index.ts';
import { TRIGGER_CATALOG } from './trigger-catalog.ts';

const now = new Date('2026-03-10T12:00:00Z');
const orla: FilterFacts = {
  event: 'A03',
  location: 'ASH',
  patient_class: 'I',
  hospital_service: 'MED',
  birth_date: '1970-05-17',
  time_zone: 'UTC',
  sex: 'F',
  language: 'en',
  phone: '+447700900123',
  email: null,
  kind: 'inpatient',
  appointment_state: 'done',
  attending_doctor: '4711 Marrow Iris',
  discharge_disposition: '01',
  nights: 3,
  diagnoses: ['Z37.1', 'O80'],
  payers: ['MEDICARE', '1234'],
  days_since_visit: 40,
};
const passes = (filters: Record<string, string[]>, facts: Partial<FilterFacts> = {}) =>
  matchesFilters(filters, { ...orla, ...facts }, now);

describe('filters of a trigger', () => {
  it('let everything pass when nothing is selected', () => {
    expect(passes({})).toBe(true);
    expect(passes({ event: [], location: [] })).toBe(true);
  });

  it.each([
    ['event', 'A03', 'A01'],
    ['location', 'ASH', 'BIRCH'],
    ['patient_class', 'I', 'E'],
    ['hospital_service', 'MED', 'SUR'],
    ['sex', 'F', 'M'],
    ['language', 'en', 'ar'],
    ['age', '40-64', '18-39'],
    ['kind', 'inpatient', 'outpatient'],
    ['length_of_stay', '2-3', '1'],
    ['discharge_disposition', '01', '02'],
    ['discharge_disposition', '1', '10'],
    ['without_disposition', '02', '1'],
    ['diagnosis', 'Z37', 'Z38'],
    ['without_payer', 'Self', 'medicare'],
    ['payer', '1234', 'Self'],
    ['last_visit', '31-90', '0-30'],
    ['attending_doctor', 'iris marrow', 'Iris Bone'],
    ['attending_doctor', '4711', '47'],
    ['has_phone', '1', '0'],
    ['has_email', '0', '1'],
  ])('by %s', (filter, fits, other) => {
    expect(passes({ [filter]: [fits] })).toBe(true);
    // Of several choices one is enough, to be asked as well as to be left out.
    expect(passes({ [filter]: [other, fits] })).toBe(!filter.startsWith('without_'));
    expect(passes({ [filter]: [other] })).toBe(false);
  });

  it('let appointments pass only where these are selected', () => {
    const done = { event: 'S14', appointment_state: 'done' };
    expect(passes({}, done)).toBe(false);
    expect(passes({ appointment_state: ['done'] }, done)).toBe(false);
    expect(passes({ event: ['S14'], appointment_state: ['done'] }, done)).toBe(true);
    expect(passes({ event: ['S14'], appointment_state: ['done'] }, { ...done, appointment_state: 'moved' })).toBe(
      false,
    );
  });

  it('must all fit', () => {
    expect(passes({ event: ['A03'], location: ['ASH'] })).toBe(true);
    expect(passes({ event: ['A03'], location: ['BIRCH'] })).toBe(false);
  });

  it('exclude facts that are unknown', () => {
    expect(passes({ location: ['ASH'] }, { location: null })).toBe(false);
    expect(passes({ age: ['18-39', '40-64'] }, { birth_date: null })).toBe(false);
    expect(passes({ diagnosis: ['Z37'] }, { diagnoses: null })).toBe(false);
    expect(passes({ of_the_future: ['1'] })).toBe(false);
  });

  it('that leave somebody out need to know the facts', () => {
    expect(passes({ without_diagnosis: ['O8'] })).toBe(false);
    expect(passes({ without_diagnosis: ['O8'] }, { diagnoses: null })).toBe(true);
    expect(passes({ without_disposition: ['01'] }, { discharge_disposition: null })).toBe(true);
  });

  it.each([
    [0, '0-30'],
    [30, '0-30'],
    [31, '31-90'],
    [365, '91-365'],
    [366, 'longer'],
    [null, 'longer'],
  ])('put the last visit, %s days ago, into %s', (days_since_visit, range) => {
    const ranges = ['0-30', '31-90', '91-365', 'longer'];
    expect(ranges.filter((one) => passes({ last_visit: [one] }, { days_since_visit }))).toEqual([range]);
  });

  it.each([
    ['2010-03-11', '0-15'],
    ['2010-03-10', '16-17'],
    ['2008-03-11', '16-17'],
    ['2008-03-10', '18-39'],
    ['1946-03-11', '65-79'],
    ['1946-03-10', '80+'],
    ['1916-01-01', '80+'],
  ])('put somebody born on %s into %s', (birth_date, range) => {
    const ranges = ['0-15', '16-17', '18-39', '40-64', '65-79', '80+'];
    expect(ranges.filter((one) => passes({ age: [one] }, { birth_date }))).toEqual([range]);
  });

  it('are all in the catalogue, and every filter of the catalogue is implemented', () => {
    const offered = TRIGGER_CATALOG.flatMap(({ actions }) =>
      actions.flatMap(({ filters }) => filters.map(({ id }) => id)),
    );
    const choices: Record<string, string> = {
      has_phone: '1',
      has_email: '0',
      age: '40-64',
      length_of_stay: '2-3',
      last_visit: '31-90',
      diagnosis: 'O80',
      payer: 'Medicare',
    };
    for (const id of new Set(offered))
      expect([id, passes({ [id]: [choices[id] ?? String(orla[id as keyof FilterFacts])] })]).toEqual([id, true]);
  });
});

describe('placeholders', () => {
  it('are filled in, except the link', () => {
    const values = { given_name: 'Órla', hospital: 'Saint Brendan’s', ward: null };
    expect(fillIn('Hello {{given_name}}, {{ hospital }}: {{link}} {{ward}}{{nothing}}', values)).toBe(
      'Hello Órla, Saint Brendan’s: {{link}} ',
    );
  });
  it('leave no space before a comma when there is no name', () => {
    expect(fillIn('Hello {{given_name}},', { given_name: null })).toBe('Hello,');
    expect(fillIn('مرحبًا {{given_name}}،', { given_name: null })).toBe('مرحبًا،');
  });
  it('inside a name are not filled in', () => {
    expect(fillIn('Hello {{given_name}}', { given_name: '{{link}}' })).not.toContain('{{link}}');
    expect(fillIn('Hello {{given_name}}', { given_name: '$& $1' })).toBe('Hello $& $1');
  });
});
