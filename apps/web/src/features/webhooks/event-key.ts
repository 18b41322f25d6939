import { webhooks } from '@wardvoice/contract';

type Key<T extends string> = T extends `${infer Subject}.${infer Verb}` ? `${Subject}_${Verb}` : never;

/** `survey.answered` is the text `survey_answered`: a full stop would lead to a text within another. */
export const eventKey = (type: webhooks.EventType): Key<webhooks.EventType> =>
  // Its type says what replacing the full stop does, which the compiler does not compute.
  type.replace('.', '_') as Key<webhooks.EventType>;

const KNOWN: readonly string[] = webhooks.EVENT_TYPES;
export const isEventType = (type: string): type is webhooks.EventType => KNOWN.includes(type);
