import type { alarms } from '@wardvoice/contract';

interface Described {
  kind: alarms.AlarmKind;
  details: alarms.Alarm['details'];
}

/** Says in a few words what is wrong, and what to do about it. The text contains no patient data. */
export function describeAlarm({ kind, details }: Described): { title: string; advice: string } {
  const of = (name: string): string => String(details[name] ?? '?');
  switch (kind) {
    case 'feed_silent':
      return {
        title: `No messages from ${[details['sending_application'], details['sending_facility']].filter(Boolean).join(' at ') || 'a sender'} since ${of('last_message_at')}`,
        advice:
          'At this hour there would usually be some. Ask whoever runs the interface engine whether it is connected.',
      };
    case 'error_rate':
      return {
        title: `${of('errors')} of ${of('messages')} messages of the last ${of('minutes')} minutes could not be processed`,
        advice:
          'Open the list of errors: they are grouped by cause, and can be processed again once the cause is fixed.',
      };
    case 'backlog':
      return {
        title: `Messages have waited to be processed for ${of('minutes')} minutes`,
        advice: 'Nothing is lost. Check whether a process with the worker role is running.',
      };
    case 'overdue_sending':
      return {
        title: `${of('deliveries')} deliveries should have left up to ${of('minutes')} minutes ago`,
        advice: 'Check whether a process with the worker role is running, and what /readyz says.',
      };
    case 'gateway_refusing':
      return {
        title: `The gateway did not accept ${of('refused')} of ${of('attempted')} (${of('channel')}) in the last ${of('minutes')} minutes`,
        advice: 'The deliveries show the reason. Failed ones can be tried again once it is fixed.',
      };
    case 'certificate_expiring':
      return {
        title: `The certificate of the MLLP listeners on ${of('machine')} expires on ${of('expires_at')}`,
        advice:
          'Install a new one at MLLP_TLS_CERT and MLLP_TLS_KEY, which is read within a minute: senders refuse an expired one.',
      };
    case 'disk_full':
      return {
        title: `The disk of the database on ${of('machine')} has ${of('free_percent')} % left`,
        advice: 'Make room: on a full disk nothing is stored, and no message is acknowledged.',
      };
    case 'audit_unsent':
      return {
        title: `${of('receiver')} has not read the audit for ${of('minutes')} minutes`,
        advice:
          'Nothing is lost: entries wait until they can be sent. Check the receiver of AUDIT_SYSLOG; the log of the worker says why it fails.',
      };
    case 'api_key_expiring':
      return {
        title: `The API key ${of('name')} expires on ${of('expires_at')}`,
        advice:
          'From then on, calls of the program that uses it are refused. Give the key a later day on the API keys screen, or revoke it.',
      };
    case 'audit_broken':
      return {
        title: `The audit is not as it was written: ${of('problems')} entries or checkpoints do not fit`,
        advice:
          'Keep the database and the files of checkpoints as they are, and open the Audit screen, which names the entries. ' +
          'Was the database restored from a backup, or the secret key lost? docs/operations.md says what to do.',
      };
  }
}
