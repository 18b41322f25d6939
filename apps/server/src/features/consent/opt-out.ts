import type { PatientChannel } from './patient-channel.ts';

/** Who opted an address out, or by which way. */
export type OptOutSource = 'unsubscribe' | 'stop' | 'preferences' | 'staff' | 'complaint' | 'bounce' | 'import';

export interface Address {
  applicationId: number;
  channel: PatientChannel;
  /** A number in E.164, or an e-mail address in upper or lower case. */
  address: string;
}
