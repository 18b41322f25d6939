export { carryOptOuts, carryOptOutsText } from './carry-opt-outs.ts';
export { maskAddress } from './mask-address.ts';
export { deleteOptOuts, insertOptOut, listStoppedPhones, type OptOutSource } from './opt-outs.queries.ts';
export type { PatientChannel } from './patient-channel.ts';
export { readPreferences, switchChannel, type ChannelPreference, type Preferences } from './preferences.ts';
export { FOLLOW_UP_TEXT, receiveText } from './receive-text.ts';
export { forgetTextsOf, markTextHandled, markTextRead } from './inbound-texts.queries.ts';
export { unsubscribe, type UnsubscribeWish } from './unsubscribe.ts';
export { unsubscribeLine, unsubscribeLink } from './unsubscribe-link.ts';
