import { expect, test } from 'vitest';
import { bytesOf, latin1, MSH } from '../testing/text.ts';
import { readHeader } from './header.ts';
import { readPatientNumbers, readPidFields, type PatientNumbers } from './patient-numbers.ts';

function numbersOf(content: string | Uint8Array): PatientNumbers {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const result = readHeader(bytes);
  if (!result.ok) throw new Error(result.text);
  return readPatientNumbers(bytes, result.header);
}

test('the numbers of a message are those of PID-2, PID-3 and PID-4, and that of its visit', () => {
  expect(
    numbersOf(`${MSH}\rEVN|A01\rPID|1|old|123^^^MRN&1.2&ISO^MR~456^^^NHS|alt^^^X\rPV1|1${'|'.repeat(18)}V9^^^VN`),
  ).toEqual({ kind: 'ok', numbers: ['old', '123', '456', 'alt', 'V9'] });
  expect(numbersOf(`${MSH}\nPID|1||123`)).toEqual({ kind: 'ok', numbers: ['123'] });
  expect(numbersOf(`${MSH}\r\nPID|1||123^^^&2.999&ISO|`)).toEqual({ kind: 'ok', numbers: ['123'] });
});

test('the numbers of a merge are those of both records in each of its pairs, and so are those of a link', () => {
  expect(numbersOf(`${MSH}\rPID|||1\rMRG|2~3||9|4\rPID|||5\rMRG|6`)).toEqual({
    kind: 'ok',
    numbers: ['1', '2', '3', '4', '5', '6'],
  });
});

test('repetitions without an identifier are ignored', () => {
  expect(numbersOf(`${MSH}\rPID|1||~^^^MRN~""~77^^^PAS`)).toEqual({ kind: 'ok', numbers: ['77'] });
});

test('a number is unescaped and decoded, and returned once', () => {
  expect(numbersOf(`${MSH}\rPID||A\\T\\1|A\\T\\1^^^M\\S\\R`)).toEqual({ kind: 'ok', numbers: ['A&1'] });
  const latin = latin1(`${MSH}||||||8859/1\rPID|||\xc91^^^P\xc9`);
  expect(numbersOf(latin)).toEqual({ kind: 'ok', numbers: ['É1'] });
});

test('a message without PID is recognised', () => {
  expect(numbersOf(MSH)).toEqual({ kind: 'no-pid' });
  expect(numbersOf(`${MSH}\rEVN|PID|1||9\rPIDX|1||9\rZPID|||9`)).toEqual({ kind: 'no-pid' });
});

test('the mother of a PID is one of those whom a message is about', () => {
  expect(numbersOf(`${MSH}\rPID|1||77${'|'.repeat(18)}M1^^^PAS~M2^^^NHS`)).toEqual({
    kind: 'ok',
    numbers: ['77', 'M1', 'M2'],
  });
});

test.each(['PID', 'PID|', 'PID|1', 'PID|1||', 'PID|1|old|\rPV1|1||2', 'PID|1||^^^MRN', 'PID|1||""'])(
  'in %j there is no identifier of the patient',
  (pid) => {
    expect(numbersOf(`${MSH}\r${pid}`)).toEqual({ kind: 'no-pid-3' });
  },
);

test('a byte that is half a character is no delimiter', () => {
  // In Big5, 0xB3 0x5C is one character, and 0x7C is the second byte of another.
  const bytes = latin1(`${MSH}||||||BIG-5\rPID|\xa4\x7c||7^^^PAS`);
  expect(numbersOf(bytes)).toMatchObject({ kind: 'ok' });
  const named = latin1(`${MSH}||||||BIG-5\rPID|\xa4\x7c|\xb3\x5c|7^^^PAS`);
  expect(numbersOf(named)).toMatchObject({ kind: 'ok', numbers: expect.arrayContaining(['7']) });
});

test('fields of the first PID are read as they were sent, and a field that is not there is empty', () => {
  const read = (content: string) => {
    const bytes = bytesOf(content);
    const result = readHeader(bytes);
    if (!result.ok) throw new Error(result.text);
    return readPidFields(bytes, result.header, [7, 29, 30]);
  };
  expect(read(`${MSH}\rEVN|A08\rPID|||1||||19450101${'|'.repeat(22)}20300101|Y\rPID|||2||||1950`)).toEqual([
    '19450101',
    '20300101',
    'Y',
  ]);
  expect(read(`${MSH}\rPID|||1`)).toEqual(['', '', '']);
  expect(read(`${MSH}\rOBX|1`)).toBeNull();
});
