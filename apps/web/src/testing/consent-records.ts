import type { consent } from '@wardvoice/contract';

/** Returns an entry of the ledger of consent: somebody unsubscribed by the link of an e-mail. */
export const eventOf = (id: number, more: Partial<consent.ConsentEvent> = {}): consent.ConsentEvent => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  purpose: 'all',
  channel: 'email',
  address: 'robin@reed.example',
  change: 'opted_out',
  source: 'unsubscribe',
  user_name: null,
  patient_id: null,
  wording: null,
  wording_language: null,
  written: null,
  note: null,
  manner: null,
  given_on: null,
  bases: [],
  carried_from: null,
  is_earlier: false,
  ...more,
});

/** Returns the consent of a patient with one address, who has decided nothing. */
export const consentOf = (more: Partial<consent.AddressConsent> = {}): consent.AddressConsent => ({
  patient_id: 5,
  channels: [
    { channel: 'email', address: 'robin@reed.example', source: null },
    { channel: 'sms', address: null, source: null },
  ],
  purposes: [],
  events: [],
  ...more,
});
