import type { consent } from '@wardvoice/contract';
import type { PatientChannel } from './patient-channel.ts';

/** Who opted an address out, or by which way, as the gate knows it. */
export type OptOutSource = 'unsubscribe' | 'stop' | 'preferences' | 'staff' | 'complaint' | 'bounce' | 'import';

export interface Address {
  applicationId: number;
  channel: PatientChannel;
  /** A number in E.164, or an e-mail address in upper or lower case. */
  address: string;
}

/** Words of our page, as they were shown. */
export interface Wording {
  language: string;
  text: string;
}

/** How a decision came about. The ledger of consent keeps it. */
export interface Decision {
  source: OptOutSource | 'one_click' | 'survey';
  /** The colleague who recorded it; null: the person or a gateway decided. */
  userId?: number | null;
  /** Whose address it is, as far as it is known. */
  patientId?: number | null;
  contactId?: number | null;
  /** The words that the person answered; null when it is not certain which were shown. */
  shown?: Wording | null;
  /** What the person wrote. */
  written?: string | null;
  /** What the colleague noted. */
  note?: string | null;
  /** How the colleague was told, and on which day (ISO date). */
  manner?: consent.ConsentManner | null;
  givenOn?: string | null;
}

/**
 * The button of a mail program (RFC 8058) is the link of the e-mail, pressed without seeing our page. An answer to a survey is a
 * choice of the person, as one on the page of preferences is.
 */
export function optOutSource({ source }: Decision): OptOutSource {
  if (source === 'one_click') return 'unsubscribe';
  return source === 'survey' ? 'preferences' : source;
}

export type ConsentChange = (typeof consent.CONSENT_CHANGES)[number];
