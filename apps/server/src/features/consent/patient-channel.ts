/** The ways to write to a patient or contact. */
export type PatientChannel = 'email' | 'sms';

/** What a person chose: one way, or one and another where the first does not work. */
export type ChannelChoice = PatientChannel | 'email_or_sms' | 'sms_or_email';

export interface ChosenChannels {
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
}

export const chosenChannels = (choice: ChannelChoice): ChosenChannels => {
  if (choice === 'email' || choice === 'sms') return { channel: choice, fallback_channel: null };
  return choice === 'sms_or_email'
    ? { channel: 'sms', fallback_channel: 'email' }
    : { channel: 'email', fallback_channel: 'sms' };
};
