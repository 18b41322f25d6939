import type { messages } from '@wardvoice/contract';

/** What the call can select by; a cause without a field or sender is told apart by the rest. */
export const selectionOf = ({ code, field, sending_application }: messages.ErrorCause) => ({
  code,
  field: field ?? undefined,
  sending_application: sending_application ?? undefined,
});

export type CauseSelection = Partial<ReturnType<typeof selectionOf>>;
