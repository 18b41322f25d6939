import { expect, test } from 'vitest';
import { bytesOf, latin1, MSH } from '../testing/text.ts';
import { readHeader } from './header.ts';
import type { PatientKey } from './patient-key.ts';
import { readPatientKey } from './patient-key.ts';

function keyOf(content: string | Uint8Array): PatientKey {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const result = readHeader(bytes);
  if (!result.ok) throw new Error(result.text);
  return readPatientKey(bytes, result.header);
}

test('a patient is known by the first identifier of PID-3 and its authority', () => {
  expect(keyOf(`${MSH}\rEVN|A01\rPID|1|old|123^^^MRN&1.2&ISO^MR~456^^^NHS\rPV1|1`)).toEqual({
    kind: 'ok',
    identifier: '123',
    authority: 'MRN',
  });
  expect(keyOf(`${MSH}\nPID|1||123`)).toEqual({ kind: 'ok', identifier: '123', authority: '' });
  expect(keyOf(`${MSH}\r\nPID|1||123^^^&2.999&ISO|`)).toEqual({ kind: 'ok', identifier: '123', authority: '2.999' });
});

test('repetitions without an identifier are passed over', () => {
  expect(keyOf(`${MSH}\rPID|1||~^^^MRN~""~77^^^PAS`)).toEqual({ kind: 'ok', identifier: '77', authority: 'PAS' });
});

test('the identifier is unescaped and decoded', () => {
  expect(keyOf(`${MSH}\rPID|||A\\T\\1^^^M\\S\\R`)).toEqual({ kind: 'ok', identifier: 'A&1', authority: 'M^R' });
  const latin = latin1(`${MSH}||||||8859/1\rPID|||\xc91^^^P\xc9`);
  expect(keyOf(latin)).toEqual({ kind: 'ok', identifier: 'É1', authority: 'PÉ' });
});

test('a message without PID says so', () => {
  expect(keyOf(MSH)).toEqual({ kind: 'no-pid' });
  expect(keyOf(`${MSH}\rEVN|PID|1||9\rPIDX|1||9\rZPID|||9`)).toEqual({ kind: 'no-pid' });
});

test.each(['PID', 'PID|', 'PID|1', 'PID|1||', 'PID|1||\rPV1|1||2', 'PID|1||^^^MRN', 'PID|1||""'])(
  'in %j there is no identifier',
  (pid) => {
    expect(keyOf(`${MSH}\r${pid}`)).toEqual({ kind: 'no-pid-3' });
  },
);

test('a byte that is half a letter is no delimiter', () => {
  // In Big5 0xB3 0x5C is one character, and 0x7C ends another.
  const bytes = latin1(`${MSH}||||||BIG-5\rPID|\xa4\x7c|\xb3\x5c|7^^^PAS`);
  expect(keyOf(bytes)).toEqual({ kind: 'ok', identifier: '7', authority: 'PAS' });
});
