// HL7 v2.5.1 chapter 2A, with the components that versions up to 2.8 added at the end.
import { component, composite, DT, ID, IS, NM, ST } from './datatype.ts';

/** A time with the second component of older versions; readTimestamp reads `time`. */
export const TS = composite('TS', {
  time: component(ST, 'Time', 'TS.1'),
  degreeOfPrecision: component(ID, 'Degree of precision', 'TS.2'),
});

export const HD = composite('HD', {
  namespaceId: component(IS, 'Namespace ID', 'HD.1'),
  universalId: component(ST, 'Universal ID', 'HD.2'),
  universalIdType: component(ID, 'Universal ID type', 'HD.3'),
});

export const EI = composite('EI', {
  entityIdentifier: component(ST, 'Entity identifier', 'EI.1'),
  namespaceId: component(IS, 'Namespace ID', 'EI.2'),
  universalId: component(ST, 'Universal ID', 'EI.3'),
  universalIdType: component(ID, 'Universal ID type', 'EI.4'),
});

/** A code. It serves CE, CWE and CNE, which begin with the same components. */
export const CWE = composite('CWE', {
  identifier: component(ST, 'Identifier', 'CWE.1'),
  text: component(ST, 'Text', 'CWE.2'),
  nameOfCodingSystem: component(ID, 'Name of coding system', 'CWE.3'),
  alternateIdentifier: component(ST, 'Alternate identifier', 'CWE.4'),
  alternateText: component(ST, 'Alternate text', 'CWE.5'),
  nameOfAlternateCodingSystem: component(ID, 'Name of alternate coding system', 'CWE.6'),
  codingSystemVersionId: component(ST, 'Coding system version ID', 'CWE.7'),
  alternateCodingSystemVersionId: component(ST, 'Alternate coding system version ID', 'CWE.8'),
  originalText: component(ST, 'Original text', 'CWE.9'),
});

/** An identifier with the authority that assigned it. */
export const CX = composite('CX', {
  idNumber: component(ST, 'ID number', 'CX.1'),
  checkDigit: component(ST, 'Check digit', 'CX.2'),
  checkDigitScheme: component(ID, 'Check digit scheme', 'CX.3'),
  assigningAuthority: component(HD, 'Assigning authority', 'CX.4'),
  identifierTypeCode: component(ID, 'Identifier type code', 'CX.5'),
  assigningFacility: component(HD, 'Assigning facility', 'CX.6'),
  effectiveDate: component(DT, 'Effective date', 'CX.7'),
  expirationDate: component(DT, 'Expiration date', 'CX.8'),
  assigningJurisdiction: component(ST, 'Assigning jurisdiction', 'CX.9'),
  assigningAgencyOrDepartment: component(ST, 'Assigning agency or department', 'CX.10'),
});

export const FN = composite('FN', {
  surname: component(ST, 'Surname', 'FN.1'),
  ownSurnamePrefix: component(ST, 'Own surname prefix', 'FN.2'),
  ownSurname: component(ST, 'Own surname', 'FN.3'),
  surnamePrefixFromPartner: component(ST, 'Surname prefix from partner', 'FN.4'),
  surnameFromPartner: component(ST, 'Surname from partner', 'FN.5'),
});

export const XPN = composite('XPN', {
  familyName: component(FN, 'Family name', 'XPN.1'),
  givenName: component(ST, 'Given name', 'XPN.2'),
  secondAndFurtherGivenNames: component(ST, 'Second and further given names', 'XPN.3'),
  suffix: component(ST, 'Suffix', 'XPN.4'),
  prefix: component(ST, 'Prefix', 'XPN.5'),
  degree: component(IS, 'Degree', 'XPN.6'),
  nameTypeCode: component(ID, 'Name type code', 'XPN.7'),
  nameRepresentationCode: component(ID, 'Name representation code', 'XPN.8'),
  nameContext: component(ST, 'Name context', 'XPN.9'),
  nameValidityRange: component(ST, 'Name validity range', 'XPN.10'),
  nameAssemblyOrder: component(ID, 'Name assembly order', 'XPN.11'),
  effectiveDate: component(TS, 'Effective date', 'XPN.12'),
  expirationDate: component(TS, 'Expiration date', 'XPN.13'),
  professionalSuffix: component(ST, 'Professional suffix', 'XPN.14'),
  calledBy: component(ST, 'Called by', 'XPN.15'),
});

/** A phone number or an e-mail address. */
export const XTN = composite('XTN', {
  telephoneNumber: component(ST, 'Telephone number', 'XTN.1'),
  telecommunicationUseCode: component(ID, 'Telecommunication use code', 'XTN.2'),
  telecommunicationEquipmentType: component(ID, 'Telecommunication equipment type', 'XTN.3'),
  emailAddress: component(ST, 'E-mail address', 'XTN.4'),
  countryCode: component(NM, 'Country code', 'XTN.5'),
  areaCityCode: component(NM, 'Area/city code', 'XTN.6'),
  localNumber: component(NM, 'Local number', 'XTN.7'),
  extension: component(NM, 'Extension', 'XTN.8'),
  anyText: component(ST, 'Any text', 'XTN.9'),
  extensionPrefix: component(ST, 'Extension prefix', 'XTN.10'),
  speedDialCode: component(ST, 'Speed dial code', 'XTN.11'),
  unformattedTelephoneNumber: component(ST, 'Unformatted telephone number', 'XTN.12'),
  effectiveStartDate: component(TS, 'Effective start date', 'XTN.13'),
  expirationDate: component(TS, 'Expiration date', 'XTN.14'),
  expirationReason: component(ST, 'Expiration reason', 'XTN.15'),
  protectionCode: component(ST, 'Protection code', 'XTN.16'),
  sharedTelecommunicationIdentifier: component(ST, 'Shared telecommunication identifier', 'XTN.17'),
  preferenceOrder: component(NM, 'Preference order', 'XTN.18'),
});

export const SAD = composite('SAD', {
  streetOrMailingAddress: component(ST, 'Street or mailing address', 'SAD.1'),
  streetName: component(ST, 'Street name', 'SAD.2'),
  dwellingNumber: component(ST, 'Dwelling number', 'SAD.3'),
});

export const XAD = composite('XAD', {
  streetAddress: component(SAD, 'Street address', 'XAD.1'),
  otherDesignation: component(ST, 'Other designation', 'XAD.2'),
  city: component(ST, 'City', 'XAD.3'),
  stateOrProvince: component(ST, 'State or province', 'XAD.4'),
  zipOrPostalCode: component(ST, 'Zip or postal code', 'XAD.5'),
  country: component(ID, 'Country', 'XAD.6'),
  addressType: component(ID, 'Address type', 'XAD.7'),
  otherGeographicDesignation: component(ST, 'Other geographic designation', 'XAD.8'),
  countyParishCode: component(IS, 'County/parish code', 'XAD.9'),
  censusTract: component(IS, 'Census tract', 'XAD.10'),
  addressRepresentationCode: component(ID, 'Address representation code', 'XAD.11'),
});

/** A person with a number, usually a clinician. */
export const XCN = composite('XCN', {
  idNumber: component(ST, 'ID number', 'XCN.1'),
  familyName: component(FN, 'Family name', 'XCN.2'),
  givenName: component(ST, 'Given name', 'XCN.3'),
  secondAndFurtherGivenNames: component(ST, 'Second and further given names', 'XCN.4'),
  suffix: component(ST, 'Suffix', 'XCN.5'),
  prefix: component(ST, 'Prefix', 'XCN.6'),
  degree: component(IS, 'Degree', 'XCN.7'),
  sourceTable: component(IS, 'Source table', 'XCN.8'),
  assigningAuthority: component(HD, 'Assigning authority', 'XCN.9'),
  nameTypeCode: component(ID, 'Name type code', 'XCN.10'),
  identifierCheckDigit: component(ST, 'Identifier check digit', 'XCN.11'),
  checkDigitScheme: component(ID, 'Check digit scheme', 'XCN.12'),
  identifierTypeCode: component(ID, 'Identifier type code', 'XCN.13'),
  assigningFacility: component(HD, 'Assigning facility', 'XCN.14'),
});

export const XON = composite('XON', {
  organizationName: component(ST, 'Organization name', 'XON.1'),
  organizationNameTypeCode: component(IS, 'Organization name type code', 'XON.2'),
  idNumber: component(ST, 'ID number', 'XON.3'),
  checkDigit: component(NM, 'Check digit', 'XON.4'),
  checkDigitScheme: component(ID, 'Check digit scheme', 'XON.5'),
  assigningAuthority: component(HD, 'Assigning authority', 'XON.6'),
  identifierTypeCode: component(ID, 'Identifier type code', 'XON.7'),
  assigningFacility: component(HD, 'Assigning facility', 'XON.8'),
  nameRepresentationCode: component(ID, 'Name representation code', 'XON.9'),
  organizationIdentifier: component(ST, 'Organization identifier', 'XON.10'),
});

/** A place in the hospital, from the ward down to the bed. */
export const PL = composite('PL', {
  pointOfCare: component(IS, 'Point of care', 'PL.1'),
  room: component(IS, 'Room', 'PL.2'),
  bed: component(IS, 'Bed', 'PL.3'),
  facility: component(HD, 'Facility', 'PL.4'),
  locationStatus: component(IS, 'Location status', 'PL.5'),
  personLocationType: component(IS, 'Person location type', 'PL.6'),
  building: component(IS, 'Building', 'PL.7'),
  floor: component(IS, 'Floor', 'PL.8'),
  locationDescription: component(ST, 'Location description', 'PL.9'),
  comprehensiveLocationIdentifier: component(EI, 'Comprehensive location identifier', 'PL.10'),
  assigningAuthorityForLocation: component(HD, 'Assigning authority for location', 'PL.11'),
});

export const DLD = composite('DLD', {
  dischargeLocation: component(IS, 'Discharged to location', 'DLD.1'),
  effectiveDate: component(TS, 'Effective date', 'DLD.2'),
});

export const FC = composite('FC', {
  financialClassCode: component(IS, 'Financial class code', 'FC.1'),
  effectiveDate: component(TS, 'Effective date', 'FC.2'),
});

export const MSG = composite('MSG', {
  messageCode: component(ID, 'Message code', 'MSG.1'),
  triggerEvent: component(ID, 'Trigger event', 'MSG.2'),
  messageStructure: component(ID, 'Message structure', 'MSG.3'),
});

export const PT = composite('PT', {
  processingId: component(ID, 'Processing ID', 'PT.1'),
  processingMode: component(ID, 'Processing mode', 'PT.2'),
});

export const VID = composite('VID', {
  versionId: component(ID, 'Version ID', 'VID.1'),
  internationalizationCode: component(CWE, 'Internationalization code', 'VID.2'),
  internationalVersionId: component(CWE, 'International version ID', 'VID.3'),
});

export type Cwe = ReturnType<(typeof CWE)['read']>;
export type Cx = ReturnType<(typeof CX)['read']>;
export type Hd = ReturnType<(typeof HD)['read']>;
export type Pl = ReturnType<(typeof PL)['read']>;
export type Xad = ReturnType<(typeof XAD)['read']>;
export type Xcn = ReturnType<(typeof XCN)['read']>;
export type Xpn = ReturnType<(typeof XPN)['read']>;
export type Xtn = ReturnType<(typeof XTN)['read']>;
