import { HD, TS, XCN } from '../datatypes/composites.ts';
import { ID, IS } from '../datatypes/datatype.ts';
import { defineSegment, many, one } from './segment-view.ts';

export const EVN = defineSegment('EVN', 'Event type', {
  eventTypeCode: one(ID, 'Event type code', 'EVN-1'),
  recordedDateTime: one(TS, 'Recorded date/time', 'EVN-2'),
  dateTimePlannedEvent: one(TS, 'Date/time planned event', 'EVN-3'),
  eventReasonCode: one(IS, 'Event reason code', 'EVN-4'),
  operatorId: many(XCN, 'Operator ID', 'EVN-5'),
  eventOccurred: one(TS, 'Event occurred', 'EVN-6'),
  eventFacility: one(HD, 'Event facility', 'EVN-7'),
});

export type Evn = ReturnType<(typeof EVN)['view']>;
