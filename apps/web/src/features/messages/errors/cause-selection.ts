import type { messages } from '@wardvoice/contract';

/** What the call can select by; empty stands for a field or sender that the messages do not have. */
export const selectionOf = ({ code, field, sending_application }: messages.ErrorCause) => ({
  code,
  field: field ?? '',
  sending_application: sending_application ?? '',
});

export type CauseSelection = Partial<ReturnType<typeof selectionOf>>;
