import { Hl7Message } from '@medplum/core';
import { parseMessage, readHeader, readPatientNumbers } from '@wardvoice/hl7';
import type { KnownMessage } from './parse-messages.ts';
import { FIELDS, knownMessages } from './parse-messages.ts';

/** One way to read the fields of a message. Returns them in the order of FIELDS. */
interface Reader {
  readonly name: string;
  read(message: KnownMessage): readonly (string | null | undefined)[];
  /** False when fewer than all FIELDS are read: such a reader is shown for scale and not compared. */
  readonly complete: boolean;
}

const decoder = new TextDecoder();

const READERS: readonly Reader[] = [
  { name: '@wardvoice/hl7, bytes to fields by address', complete: true, read: readByAddress },
  { name: '@wardvoice/hl7, bytes to fields by typed views', complete: true, read: readByViews },
  { name: '@medplum/core, bytes to fields', complete: true, read: ({ bytes }) => readMedplum(decoder.decode(bytes)) },
  { name: '@medplum/core, text to fields', complete: true, read: ({ text }) => readMedplum(text) },
  { name: '@wardvoice/hl7, header and patient key only', complete: false, read: readForIntake },
];
/** The faster of the other library's two readers. It is given the decoded text, so decoding costs it nothing. */
const YARDSTICK = '@medplum/core, text to fields';
const OURS = '@wardvoice/hl7, bytes to fields by address';
const LEAST_RATIO = 3;

function readByAddress({ bytes }: KnownMessage): (string | null)[] {
  const result = parseMessage(bytes);
  return result.ok ? FIELDS.map((field) => result.message.get(field.address)) : [];
}

function readByViews({ bytes }: KnownMessage): (string | null | undefined)[] {
  const result = parseMessage(bytes);
  if (!result.ok) return [];
  const { message } = result;
  const { header } = message;
  const pid = message.pid();
  const pv1 = message.pv1();
  const [identifier] = pid?.patientIdentifierList ?? [];
  const [name] = pid?.patientName ?? [];
  const [phone] = pid?.phoneNumberHome ?? [];
  return [
    header.sendingFacility,
    header.triggerEvent,
    header.controlId,
    message.evn()?.eventOccurred.time,
    identifier?.idNumber,
    identifier?.assigningAuthority.namespaceId,
    name?.familyName.surname,
    name?.givenName,
    pid?.dateTimeOfBirth.time,
    pid?.administrativeSex,
    phone?.telephoneNumber,
    phone?.emailAddress,
    pid?.primaryLanguage.identifier,
    pv1?.patientClass,
    pv1?.assignedPatientLocation.pointOfCare,
    pv1?.hospitalService,
    pv1?.visitNumber.idNumber,
    pv1?.admitDateTime.time,
  ];
}

function readMedplum(text: string): (string | undefined)[] {
  const message = Hl7Message.parse(text);
  return FIELDS.map(({ segment, field, component, subcomponent }) =>
    message.getSegment(segment)?.getField(field)?.getComponent(component, subcomponent),
  );
}

function readForIntake({ bytes }: KnownMessage): string[] {
  const result = readHeader(bytes);
  if (!result.ok) return [];
  const read = readPatientNumbers(bytes, result.header);
  return read.kind === 'ok' ? [result.header.controlId, ...read.numbers] : [];
}

function wrongValues(reader: Reader, messages: readonly KnownMessage[]): number {
  let wrong = 0;
  for (const message of messages) {
    const values = reader.read(message);
    FIELDS.forEach(({ address }, index) => {
      if (values[index] !== message.values[address]) wrong++;
    });
  }
  return wrong;
}

/** Returns messages per second, measured for about this many seconds. */
function measure(reader: Reader, messages: readonly KnownMessage[], seconds: number): number {
  let read = 0;
  let fields = 0;
  const startMs = performance.now();
  let elapsedMs = 0;
  while (elapsedMs < seconds * 1000) {
    for (const message of messages) fields += reader.read(message).length;
    read += messages.length;
    elapsedMs = performance.now() - startMs;
  }
  if (fields === 0) throw new Error(`${reader.name} read nothing.`);
  return (read / elapsedMs) * 1000;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Readers take turns, so that a busy machine slows all of them down equally. The median of the turns counts. */
async function run(): Promise<void> {
  const messages = knownMessages(600);
  const turns = new Map(READERS.map((reader) => [reader.name, [] as number[]]));
  for (const reader of READERS) measure(reader, messages, 0.5);
  for (let turn = 0; turn < 7; turn++) {
    for (const reader of READERS) {
      turns.get(reader.name)?.push(measure(reader, messages, 0.3));
      // Other work of this process is done between turns.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const rate = (name: string): number => median(turns.get(name) ?? []);
  const rows = READERS.map((reader) => ({
    bench: 'parse',
    name: reader.name,
    messages_per_second: Math.round(rate(reader.name)),
    microseconds_per_message: Number((1e6 / rate(reader.name)).toFixed(2)),
    ratio: reader.complete ? Number((rate(reader.name) / rate(YARDSTICK)).toFixed(2)) : null,
    values: reader.complete ? messages.length * FIELDS.length : null,
    wrong_values: reader.complete ? wrongValues(reader, messages) : null,
  }));
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  process.stdout.write(`\n${tableOf(rows)}\n`);

  const ours = rows.find((row) => row.name === OURS);
  if (ours === undefined || (ours.ratio ?? 0) < LEAST_RATIO || ours.wrong_values !== 0) {
    process.stderr.write(`Expected at least ${LEAST_RATIO} times ${YARDSTICK}, and every value right.\n`);
    process.exitCode = 1;
  }
}

function tableOf(rows: readonly Record<string, string | number | null>[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'bench');
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '–')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

await run();
