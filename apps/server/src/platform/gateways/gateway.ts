export interface Email {
  to: string;
  from: { name: string; address: string };
  subject: string;
  text: string;
  /** The same at every attempt, so that a receiver may know a second copy. */
  messageId: string;
  /** Where one click, without a page, ends these e-mails (RFC 8058); null for e-mails to colleagues. */
  unsubscribeUrl: string | null;
}

export interface Sms {
  /** E.164 */
  to: string;
  /** What the receiver sees as the sender; absent: the gateway's own. */
  from?: string;
  text: string;
  idempotencyKey: string;
}

export interface Push {
  endpoint: string;
  /** JSON text */
  body: string;
  /** Standard Webhooks `webhook-id`. */
  id: string;
  at: Date;
  secret: Buffer;
}

/**
 * `retry`: certainly not delivered, worth another attempt.
 * `refused`: certainly not delivered, and will not be.
 * `unknown`: it may have been delivered; sending again could mean twice.
 */
export type SendResult =
  | { ok: true; gatewayMessageId: string | null }
  | { ok: false; outcome: 'retry' | 'refused' | 'unknown'; error: string };

export interface Gateway<Message> {
  /** Stored with the delivery: "smtp", "http", "outbox". */
  readonly name: string;
  /** What it may be given in a second, from all processes together; undefined: as much as it takes. */
  readonly perSecond?: number | undefined;
  send(message: Message): Promise<SendResult>;
  close(): Promise<void>;
}

export interface Gateways {
  readonly email: Gateway<Email>;
  readonly sms: Gateway<Sms>;
  readonly push: Gateway<Push>;
}

/** What an SMS centre tells us by itself. Both resolve after the commit. */
export interface SmsEvents {
  /** A patient wrote; resolves to what to send back. */
  onText(text: { from: string; to: string; text: string }): Promise<string | null>;
  onReceipt(receipt: { gatewayMessageId: string; event: 'delivered' | 'failed'; error: string | null }): Promise<void>;
}
