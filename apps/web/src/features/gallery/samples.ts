import type { Failure } from '../../ui/kit/failure.ts';

/** Words and rows that the gallery shows its components with. They are loaded with its pages, and nobody is meant. */
export const WORDS = {
  save: 'Save',
  cancel: 'Cancel',
  more: 'More',
  delete: 'Delete',
  saving: 'Saving',
  off: 'Switched off',
  small: 'Small',
  done: 'Done',
  open: 'To do',
  view: 'Which items',
  forms: 'To the forms',
  lists: 'To the lists',
  saved: 'The ward was saved.',
  itemDone: '1 item is done.',
  undone: 'It is to do again.',
  trouble: 'This could not be saved',
  troubleText: 'Somebody has changed it meanwhile. Look again, then save.',
  question: 'Delete this ward?',
  questionText: 'It is gone from every list. Answers that were given stay.',
  secret: 'Access secret',
  secretText: 'This is the only time that it is shown.',
  kept: 'I have kept it',
  name: 'Name',
  nameHint: 'As it is on the door.',
  required: 'Enter a name.',
  notes: 'Notes',
  ward: 'Ward',
  hour: 'Hour',
  beds: 'Beds',
  password: 'Password',
  closed: 'Closed at night',
  channel: 'Channel',
  live: 'Live',
  address: 'Address',
  further: 'Further settings',
  furtherText: 'What a new ward can do without.',
  where: 'Where it is',
  empty: 'No wards yet',
  emptyText: 'Make the first one.',
  answers: 'Answers',
  month: 'Month',
  caption: 'Wards',
  search: 'Search wards',
} as const;

export const FAILURE: Failure = {
  status: 503,
  title: '503 Service Unavailable',
  message: 'The database is away. Try again in a minute.',
};

export interface Ward {
  id: number;
  name: string;
  group: string;
  beds: number;
  at: string;
}

export const WARDS: readonly Ward[] = [
  { id: 1, name: 'Ash', group: 'First floor', beds: 18, at: '2026-11-20T10:00:00.000Z' },
  { id: 2, name: 'Birch', group: 'First floor', beds: 24, at: '2026-11-19T08:30:00.000Z' },
  { id: 3, name: 'Cedar', group: 'Second floor', beds: 12, at: '2026-10-02T16:45:00.000Z' },
];

export const WARD_NAMES = WARDS.map(({ name }) => name);

/** Answers by month and how they were. */
export const MONTHS = [
  { month: 'Jul', good: 40, fair: 12, poor: 5, none: 2 },
  { month: 'Aug', good: 44, fair: 9, poor: 8, none: 3 },
  { month: 'Sep', good: 38, fair: 15, poor: 4, none: 6 },
  { month: 'Oct', good: 52, fair: 11, poor: 3, none: 1 },
  { month: 'Nov', good: 47, fair: 10, poor: 6, none: 4 },
];
