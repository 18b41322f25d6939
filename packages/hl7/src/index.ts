export type { FrameDecoderOptions, FrameEvent } from './mllp/frame.ts';
export { CARRIAGE_RETURN, END_BLOCK, FrameDecoder, START_BLOCK, wrapFrame } from './mllp/frame.ts';

export type { Charset } from './message/charset.ts';
export type { Delimiters } from './message/delimiters.ts';
export { STANDARD_DELIMITERS } from './message/delimiters.ts';
export type { HeaderFailure, HeaderFailureReason, HeaderResult, MessageHeader } from './message/header.ts';
export { readHeader } from './message/header.ts';
export type { PatientNumbers } from './message/patient-numbers.ts';
export { readPatientNumbers, readPidFields } from './message/patient-numbers.ts';
export type { ParseOptions, ParseResult } from './message/parse.ts';
export { parseMessage } from './message/parse.ts';
export type { DecodingError, Message } from './message/message.ts';
export type { Segment } from './message/segment.ts';
export type { Repetition, Value } from './message/repetition.ts';
export type { Address } from './message/address.ts';
export { parseAddress } from './message/address.ts';
export type {
  AcknowledgmentCode,
  AcknowledgmentError,
  AcknowledgmentInput,
  ErrorLocation,
} from './message/acknowledge.ts';
export { buildAcknowledgment, ERROR_CONDITIONS } from './message/acknowledge.ts';
export type { AcknowledgmentCondition, ExpectedAcknowledgments } from './message/acknowledgment-condition.ts';
export { asksForAcknowledgment, expectedAcknowledgments } from './message/acknowledgment-condition.ts';
export type {
  BuildOptions,
  ComponentInput,
  FieldInput,
  RepetitionInput,
  SegmentInput,
  SubcomponentInput,
} from './message/build.ts';
export { buildMessage } from './message/build.ts';
export type { Batch } from './message/batch.ts';
export { endSegmentsInCarriageReturns, splitBatch } from './message/batch.ts';

export type { Cwe, Cx, Hd, Pl, Xad, Xcn, Xpn, Xtn } from './datatypes/composites.ts';
export type { Timestamp, TimestampResult } from './datatypes/timestamp.ts';
export { readTimestamp, timestampToInstant } from './datatypes/timestamp.ts';

export type { ComponentNode, FieldNode, RepetitionNode, SegmentNode, SubcomponentNode } from './message/tree.ts';
export { messageTree } from './message/tree.ts';
export { componentTitle, fieldTitle, segmentTitle } from './segments/names.ts';
export type { Evn } from './segments/evn.ts';
export { EVN } from './segments/evn.ts';
export type { Mrg } from './segments/mrg.ts';
export { MRG } from './segments/mrg.ts';
export type { Msh } from './segments/msh.ts';
export { MSH } from './segments/msh.ts';
export type { Nk1 } from './segments/nk1.ts';
export { NK1 } from './segments/nk1.ts';
export type { Pd1 } from './segments/pd1.ts';
export { PD1 } from './segments/pd1.ts';
export type { Pid } from './segments/pid.ts';
export { PID } from './segments/pid.ts';
export type { Pv1 } from './segments/pv1.ts';
export { PV1 } from './segments/pv1.ts';
export type { Pv2 } from './segments/pv2.ts';
export { PV2 } from './segments/pv2.ts';
