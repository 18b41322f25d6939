export { carryOptOuts, carryOptOutsText, type CarrySource } from './carry-opt-outs.ts';
export { insertBasis, listBases, readBases } from './consent-bases.queries.ts';
export { giveConsent, giveConsentsTo, listConsentsOf, withdrawConsent, type Consent } from './consents.queries.ts';
export { forgetConsentOf } from './consent-events.queries.ts';
export { maskAddress } from './mask-address.ts';
export { eraseOptOuts } from './erased-opt-outs.queries.ts';
export type { OptOutSource, Wording } from './opt-out.ts';
export { deleteOptOuts, findAddressesOfPerson, insertOptOut, listStoppedPhones } from './opt-outs.queries.ts';
export { chosenChannels, type ChannelChoice, type ChosenChannels, type PatientChannel } from './patient-channel.ts';
export {
  readPreferences,
  switchChannel,
  type ChannelPreference,
  type ConsentPreference,
  type PreferenceWish,
  type Preferences,
} from './preferences.ts';
export { FOLLOW_UP_TEXT, receiveText, receiveTextIn, type AnsweredText, type ReceivedText } from './receive-text.ts';
export { forgetTextsOf, markTextHandled, markTextRead } from './inbound-texts.queries.ts';
export { unsubscribe, type UnsubscribeWay, type UnsubscribeWish } from './unsubscribe.ts';
export { unsubscribeLine, unsubscribeLink } from './unsubscribe-link.ts';
