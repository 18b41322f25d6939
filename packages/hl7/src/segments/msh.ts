import { CWE, EI, HD, MSG, PT, TS, VID, XON } from '../datatypes/composites.ts';
import { ID, NM, ST } from '../datatypes/datatype.ts';
import { defineSegment, many, one } from './segment-view.ts';

export const MSH = defineSegment('MSH', 'Message header', {
  fieldSeparator: one(ST, 'Field separator', 'MSH-1'),
  encodingCharacters: one(ST, 'Encoding characters', 'MSH-2'),
  sendingApplication: one(HD, 'Sending application', 'MSH-3'),
  sendingFacility: one(HD, 'Sending facility', 'MSH-4'),
  receivingApplication: one(HD, 'Receiving application', 'MSH-5'),
  receivingFacility: one(HD, 'Receiving facility', 'MSH-6'),
  dateTimeOfMessage: one(TS, 'Date/time of message', 'MSH-7'),
  security: one(ST, 'Security', 'MSH-8'),
  messageType: one(MSG, 'Message type', 'MSH-9'),
  messageControlId: one(ST, 'Message control ID', 'MSH-10'),
  processingId: one(PT, 'Processing ID', 'MSH-11'),
  versionId: one(VID, 'Version ID', 'MSH-12'),
  sequenceNumber: one(NM, 'Sequence number', 'MSH-13'),
  continuationPointer: one(ST, 'Continuation pointer', 'MSH-14'),
  acceptAcknowledgmentType: one(ID, 'Accept acknowledgment type', 'MSH-15'),
  applicationAcknowledgmentType: one(ID, 'Application acknowledgment type', 'MSH-16'),
  countryCode: one(ID, 'Country code', 'MSH-17'),
  characterSet: many(ID, 'Character set', 'MSH-18'),
  principalLanguageOfMessage: one(CWE, 'Principal language of message', 'MSH-19'),
  alternateCharacterSetHandlingScheme: one(ID, 'Alternate character set handling scheme', 'MSH-20'),
  messageProfileIdentifier: many(EI, 'Message profile identifier', 'MSH-21'),
  sendingResponsibleOrganization: one(XON, 'Sending responsible organization', 'MSH-22'),
  receivingResponsibleOrganization: one(XON, 'Receiving responsible organization', 'MSH-23'),
  sendingNetworkAddress: one(HD, 'Sending network address', 'MSH-24'),
  receivingNetworkAddress: one(HD, 'Receiving network address', 'MSH-25'),
});

export type Msh = ReturnType<(typeof MSH)['view']>;
