import { whyNotPush } from '../../platform/gateways/push.ts';
import type { Email, Gateway, Gateways, Push, SendResult, Sms } from '../../platform/gateways/gateway.ts';

export interface RecordingGateways extends Gateways {
  readonly emails: Email[];
  readonly texts: Sms[];
  readonly pushes: Push[];
  /** Sets the results of the next sends, in order. After them all sends succeed. */
  answerNext(...results: SendResult[]): void;
}

/** Makes gateways that keep what they are given. Real protocols are tested in platform/gateways. */
export function createRecordingGateways(): RecordingGateways {
  const emails: Email[] = [];
  const texts: Sms[] = [];
  const pushes: Push[] = [];
  const prepared: SendResult[] = [];
  const recording = <Message>(name: string, sent: Message[]): Gateway<Message> => ({
    name,
    async send(message) {
      const result = prepared.shift() ?? { ok: true, gatewayMessageId: null };
      if (result.ok) sent.push(message);
      return result;
    },
    close: async () => undefined,
  });
  return {
    emails,
    texts,
    pushes,
    answerNext: (...results) => void prepared.push(...results),
    email: recording('recorded', emails),
    sms: recording('recorded', texts),
    push: {
      ...recording('recorded', pushes),
      whyNot: whyNotPush,
      async post(message) {
        pushes.push(message);
        return { kind: 'answered', status: 204, text: '' };
      },
    },
  };
}
