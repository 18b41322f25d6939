import { describe, expect, test } from 'vitest';
import { splitBatch } from '../message/batch.ts';
import type { Message } from '../message/message.ts';
import { messageTree } from '../message/tree.ts';
import { sample, sampleNames } from '../testing/samples.ts';
import { parsed } from '../testing/text.ts';
import { componentTitle, fieldTitle, segmentTitle } from './names.ts';
import { PID } from './pid.ts';

const read = (name: string): Message => parsed(sample(`${name}.hl7`));

describe('by the standard’s names', () => {
  test('an admission gives patient, visit and next of kin', () => {
    const message = read('adt-a01-admission');
    const pid = message.pid();
    expect(
      pid?.patientIdentifierList.map((id) => [id.idNumber, id.assigningAuthority.namespaceId, id.identifierTypeCode]),
    ).toEqual([
      ['500101', 'STELSEWHERE', 'MR'],
      ['9990000101', 'NATIONAL', 'NI'],
    ]);
    expect(pid?.patientIdentifierList[0]?.assigningAuthority.universalId).toBe('2.999.1');
    expect(pid?.patientName[0]?.familyName.surname).toBe('Testwell');
    expect([pid?.dateTimeOfBirth.time, pid?.administrativeSex, pid?.primaryLanguage.identifier]).toEqual([
      '19640517',
      'F',
      'en',
    ]);
    expect(pid?.patientAddress[0]?.zipOrPostalCode).toBe('A00 X000');
    expect(message.pv1()).toMatchObject({ patientClass: 'I', hospitalService: 'MED', vipIndicator: '' });
    expect(message.pv1()?.assignedPatientLocation).toMatchObject({ pointOfCare: 'WARD3', room: 'B12', bed: '2' });
    expect(message.pv1()?.visitNumber.idNumber).toBe('V700101');
    expect(message.pv1()?.admitDateTime.time).toBe('20260302080000+0000');
    expect(message.pv2()?.admitReason.text).toBe('Chest pain');
    expect([message.pd1()?.publicityCode.identifier, message.pd1()?.protectionIndicator]).toEqual(['N', 'N']);
    expect(message.nk1s().map((kin) => kin.relationship.text)).toEqual(['Spouse']);
    expect(message.evn()?.eventOccurred.time).toBe('20260302080000+0000');
    expect(message.msh().messageType.messageStructure).toBe('ADT_A01');
  });

  test('a discharge gives its time and where the patient went', () => {
    const pv1 = read('adt-a03-discharge').pv1();
    expect([pv1?.dischargeDateTime[0]?.time, pv1?.dischargeDisposition]).toEqual(['20260305140000+0000', '01']);
    expect(read('adt-a03-discharge').pid()?.patientDeathIndicator).toBe('N');
  });

  test('a transfer gives the place before', () => {
    expect(read('adt-a02-transfer').pv1()?.priorPatientLocation.pointOfCare).toBe('WARD3');
  });

  test('a merge gives the number that is merged into the other', () => {
    expect(read('adt-a40-merge').mrg()?.priorPatientIdentifierList[0]?.idNumber).toBe('500901');
    expect(read('adt-a34-merge-2-3').mrg()?.priorPatientId.idNumber).toBe('500934');
  });

  test('every way to send a phone number and an e-mail address can be told apart', () => {
    const phones = (name: string): unknown =>
      read(name)
        .pid()
        ?.phoneNumberHome.map((x) => [
          x.telephoneNumber,
          x.telecommunicationEquipmentType,
          x.emailAddress,
          x.countryCode,
          x.areaCityCode,
          x.localNumber,
        ]);
    expect(phones('adt-a04-casualty')).toEqual([['0870000104', '', 'liam.mockford@example.org', '', '', '']]);
    expect(phones('adt-a03-discharge')).toEqual([
      ['0870000101', 'CP', '', '', '', ''],
      ['', 'Internet', 'orla.testwell@example.org', '', '', ''],
    ]);
    expect(phones('adt-a08-update')).toEqual([
      ['', 'CP', '', '353', '87', '0000108'],
      ['', 'Internet', 'nuala@example.org', '', '', ''],
    ]);
    const [phone, mail] = read('adt-a31-update-person').pid()?.patientTelecommunicationInformation ?? [];
    expect([phone?.unformattedTelephoneNumber, phone?.localNumber, mail?.emailAddress]).toEqual([
      '+48600000131',
      '600000131',
      'lukasz@example.org',
    ]);
  });

  test('a field to be deleted differs from one that was not sent', () => {
    const pid = read('adt-a08-update').pid();
    expect(pid?.patientAddress.map((address) => address.isNull)).toEqual([true]);
    expect(pid?.patientName[0]?.secondAndFurtherGivenNames).toBeNull();
    expect(pid?.phoneNumberBusiness).toEqual([]);
    expect(pid?.patientAccountNumber.isEmpty).toBe(true);
    expect(pid?.patientAccountNumber.assigningAuthority.namespaceId).toBe('');
  });

  test('escapes, other delimiters and other scripts are read as meant', () => {
    expect(read('adt-a04-casualty').pv1()?.assignedPatientLocation.pointOfCare).toBe('A&E');
    expect(read('adt-a01-other-delimiters').pid()?.patientName[0]).toMatchObject({ givenName: 'Percy 100%' });
    expect(read('adt-a01-other-delimiters').pid()?.phoneNumberHome[0]?.emailAddress).toBe('percy.401@example.org');
    expect(read('adt-a01-latin-1').pid()?.patientName[1]?.familyName.surname).toBe('Naïveté');
    expect(read('adt-a03-arabic').pid()?.patientName[0]?.givenName).toBe('ليلى');
    expect(read('oru-r01-result').get('OBX[2]-5')).toBe('First line\nsecond line, 50% sure, H^2O');
    expect(read('adt-a03-discharge').get('ZPD-2')).toBe('transport|own car');
  });

  test('a segment that is not there is undefined', () => {
    const message = read('oru-r01-result');
    expect([message.pv1(), message.evn(), message.mrg()]).toEqual([undefined, undefined, undefined]);
    expect(message.nk1s()).toEqual([]);
    expect(message.views(PID)).toHaveLength(1);
  });
});

describe('the tree a viewer shows', () => {
  test.each(sampleNames())('of %s gives back, at each address, the value that Message.get gives', (name) => {
    for (const bytes of splitBatch(sample(name)).messages) {
      const message = parsed(bytes);
      expect(message.decodingErrors).toEqual([]);
      const fields = messageTree(message).flatMap((segment) => segment.fields);
      const components = fields.flatMap((field) => field.repetitions).flatMap((repetition) => repetition.components);
      const nodes = [...components, ...components.flatMap((component) => component.subcomponents)];
      const shown = nodes.map((node) => [node.address, node.value]);
      expect(shown).toEqual(nodes.map((node) => [node.address, message.get(node.address)]));
    }
  });

  test('names segments, fields and components', () => {
    const pid = messageTree(read('adt-a04-casualty')).find((segment) => segment.name === 'PID');
    const phone = pid?.fields.find((field) => field.number === 13);
    expect([pid?.title, phone?.address, phone?.title]).toEqual([
      'Patient identification',
      'PID-13',
      'Phone number - home',
    ]);
    expect(phone?.repetitions[0]?.components[3]).toMatchObject({
      address: 'PID-13.4',
      title: 'E-mail address',
      value: 'liam.mockford@example.org',
    });
    expect(componentTitle('PID', 3, 4, 1)).toBe('Namespace ID');
    expect([segmentTitle('OBX'), fieldTitle('OBX', 5), fieldTitle('GT1', 57)]).toEqual([
      'Observation/result',
      'Observation value',
      'VIP indicator',
    ]);
    expect([segmentTitle('ZPD'), fieldTitle('ZPD', 1), fieldTitle('PID', 99), segmentTitle('constructor')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('of a message with a million components stays small, and is made quickly', () => {
    for (const separator of ['^', '~', '&', '|']) {
      const tree = messageTree(parsed(`MSH|^~\\&|PAS\rPID|1||${separator.repeat(1_000_000)}\rPV1|1`));
      expect(tree.map((segment) => segment.name)).toEqual(['MSH', 'PID', 'PV1']);
      expect(
        tree.flatMap((segment) => segment.fields).flatMap((field) => field.repetitions).length,
      ).toBeLessThanOrEqual(50_000);
    }
  });

  test('shows a line that is no segment as it came', () => {
    const tree = messageTree(parsed('MSH|^~\\&|PAS\rjust text | here'));
    expect(tree[1]).toMatchObject({ name: '', raw: 'just text | here', fields: [] });
  });
});
