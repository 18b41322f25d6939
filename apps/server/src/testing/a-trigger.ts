/** A trigger as a form sends it. */
export const aTrigger = {
  trigger: {
    trigger: 'hl7_message_processed',
    action: 'send_sms',
    config: { text: 'Visiting hours are from two to eight.' },
  },
};
