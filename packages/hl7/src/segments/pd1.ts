import { CWE, CX, XCN, XON } from '../datatypes/composites.ts';
import { DT, ID, IS } from '../datatypes/datatype.ts';
import { defineSegment, many, one } from './segment-view.ts';

export const PD1 = defineSegment('PD1', 'Patient additional demographic', {
  livingDependency: many(IS, 'Living dependency', 'PD1-1'),
  livingArrangement: one(IS, 'Living arrangement', 'PD1-2'),
  patientPrimaryFacility: many(XON, 'Patient primary facility', 'PD1-3'),
  patientPrimaryCareProviderNameAndIdNumber: many(XCN, 'Patient primary care provider name and ID number', 'PD1-4'),
  studentIndicator: one(IS, 'Student indicator', 'PD1-5'),
  handicap: one(IS, 'Handicap', 'PD1-6'),
  livingWillCode: one(IS, 'Living will code', 'PD1-7'),
  organDonorCode: one(IS, 'Organ donor code', 'PD1-8'),
  separateBill: one(ID, 'Separate bill', 'PD1-9'),
  duplicatePatient: many(CX, 'Duplicate patient', 'PD1-10'),
  publicityCode: one(CWE, 'Publicity code', 'PD1-11'),
  protectionIndicator: one(ID, 'Protection indicator', 'PD1-12'),
  protectionIndicatorEffectiveDate: one(DT, 'Protection indicator effective date', 'PD1-13'),
  placeOfWorship: many(XON, 'Place of worship', 'PD1-14'),
  advanceDirectiveCode: many(CWE, 'Advance directive code', 'PD1-15'),
  immunizationRegistryStatus: one(IS, 'Immunization registry status', 'PD1-16'),
  immunizationRegistryStatusEffectiveDate: one(DT, 'Immunization registry status effective date', 'PD1-17'),
  publicityCodeEffectiveDate: one(DT, 'Publicity code effective date', 'PD1-18'),
  militaryBranch: one(IS, 'Military branch', 'PD1-19'),
  militaryRankGrade: one(IS, 'Military rank/grade', 'PD1-20'),
  militaryStatus: one(IS, 'Military status', 'PD1-21'),
});

export type Pd1 = ReturnType<(typeof PD1)['view']>;
