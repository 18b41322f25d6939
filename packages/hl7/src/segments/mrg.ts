import { CX, XPN } from '../datatypes/composites.ts';
import { defineSegment, many, one } from './segment-view.ts';

export const MRG = defineSegment('MRG', 'Merge patient information', {
  priorPatientIdentifierList: many(CX, 'Prior patient identifier list', 'MRG-1'),
  priorAlternatePatientId: many(CX, 'Prior alternate patient ID', 'MRG-2'),
  priorPatientAccountNumber: one(CX, 'Prior patient account number', 'MRG-3'),
  priorPatientId: one(CX, 'Prior patient ID', 'MRG-4'),
  priorVisitNumber: one(CX, 'Prior visit number', 'MRG-5'),
  priorAlternateVisitId: one(CX, 'Prior alternate visit ID', 'MRG-6'),
  priorPatientName: many(XPN, 'Prior patient name', 'MRG-7'),
});

export type Mrg = ReturnType<(typeof MRG)['view']>;
