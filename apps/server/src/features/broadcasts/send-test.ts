import { randomUUID } from 'node:crypto';
import type { broadcasts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { fillIn, surveyWords } from '../invitations/index.ts';
import { getHospital } from './broadcasts.queries.ts';
import { withLink } from './prepare-deliveries.ts';
import { unknownPlaceholders } from './save-broadcast.ts';

interface Tester {
  id: number;
  name: string;
  email: string;
}

/**
 * Sends the message to the person who writes it, filled in as for a patient. Its link leads to a page that explains the
 * test.
 */
export async function sendTest(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { channel, subject, text }: Pick<broadcasts.BroadcastBody, 'channel' | 'subject' | 'text'>,
  { id, name, email }: Tester,
): Promise<void> {
  const unknown = unknownPlaceholders(text ?? '');
  if (unknown.length > 0) throw new Invalid({ text: [`${unknown.join(', ')} cannot be filled in.`] });
  const { title, language } = await getHospital(tx, applicationId);
  const values = { given_name: name.split(' ')[0] ?? '', hospital: title };
  const standard = surveyWords(language, channel.startsWith('sms') ? 'sms' : 'email', values);
  const words = text ? fillIn(withLink(text), values) : standard.text;
  await planDeliveries(
    tx,
    applicationId,
    [
      {
        purpose: 'test',
        channel: 'email',
        cause: `broadcast-test:${id}:${randomUUID()}`,
        send_at: ctx.clock(),
        recipient: email,
        subject: subject ? fillIn(subject, values) : standard.subject,
        text: words.replaceAll('{{link}}', `${ctx.publicUrl}/feedback`),
        user_id: id,
      },
    ],
    ctx.clock(),
  );
}
