export interface Email {
  to: string;
  from: { name: string; address: string };
  subject: string;
  text: string;
  /** The same words and links as HTML; absent: the e-mail is plain text only. */
  html?: string;
  /** Files that come with it; absent: none. */
  attachments?: readonly Attachment[];
  /** The same at every attempt, so that the receiver can recognise a second copy. */
  messageId: string;
  /** Address that stops these e-mails by one click, without a page (RFC 8058); null for e-mails to colleagues. */
  unsubscribeUrl: string | null;
  /** True for what a colleague wrote to one person. All else says that a program sends it, so that no mail program answers it (RFC 3834). */
  byPerson?: boolean;
  /** The Message-ID of the e-mail that it answers. */
  inReplyTo?: string;
}

export interface Attachment {
  name: string;
  /** Media type. */
  type: string;
  content: Buffer;
}

export interface Sms {
  /** E.164 */
  to: string;
  /** What the receiver sees as the sender. Absent: the gateway's default. */
  from?: string;
  text: string;
  idempotencyKey: string;
}

export interface Push {
  endpoint: string;
  /** JSON text */
  body: string;
  /** Value of the header `webhook-id` of Standard Webhooks. */
  id: string;
  at: Date;
  /** Signed with each of them, so that the receiver may know any: several while the secret is being replaced. */
  secrets: readonly Buffer[];
  /** Default: application/json. */
  contentType?: string;
  /** What the receiver wants to have sent beside the signature. It cannot replace what is sent anyway. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * `retry`: certainly not delivered; another attempt may succeed.
 * `refused`: certainly not delivered, and another attempt would be refused, too.
 * `unknown`: it may have been delivered, so another attempt could deliver it twice.
 */
export type SendResult =
  | { ok: true; gatewayMessageId: string | null }
  | { ok: false; outcome: 'retry' | 'refused' | 'unknown'; error: string };

export interface Gateway<Message> {
  /** Name that is stored with each delivery: "smtp", "http", "outbox". */
  readonly name: string;
  /** Maximum number of messages per second, from all processes together. Undefined: no limit. */
  readonly perSecond?: number | undefined;
  /** How many messages are handed over at once; more would wait for their turn behind the last look at what is acknowledged. */
  readonly atOnce?: number | undefined;
  send(message: Message): Promise<SendResult>;
  close(): Promise<void>;
}

/** What came of one request: an answer, whatever its status, or none. `refused`: it was not made, and must not be repeated. */
export type PushAnswer =
  { kind: 'answered'; status: number; text: string } | { kind: 'refused' | 'unreached'; error: string };

export interface PushGateway extends Gateway<Push> {
  /** Makes one request, and returns the beginning of its answer. */
  post(message: Push, limits: { timeoutMs: number; answerCharacters: number }): Promise<PushAnswer>;
  /**
   * Returns why nothing would be sent to this address; null when it may be tried. A name is resolved only when something is sent, so
   * an address may be refused later.
   */
  whyNot(endpoint: string): string | null;
}

export interface Gateways {
  readonly email: Gateway<Email>;
  readonly sms: Gateway<Sms>;
  readonly push: PushGateway;
}

/** Which part of a long text it is. */
export interface SmsPart {
  /** Number that the sender's phone gave to all parts of the text. */
  reference: number;
  /** 2 to 255 */
  total: number;
  /** From 1. */
  number: number;
}

/** Calls for what an SMS centre sends on its own. Both resolve after the commit. */
export interface SmsEvents {
  /** A patient has written; `part` null: a whole text. Resolves to the text to send back, or null for none. */
  onText(text: { from: string; to: string; text: string; part: SmsPart | null }): Promise<string | null>;
  onReceipt(receipt: { gatewayMessageId: string; event: 'delivered' | 'failed'; error: string | null }): Promise<void>;
}
