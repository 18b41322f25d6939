import { randomUUID } from 'node:crypto';
import type { broadcasts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { fillIn, surveyWords } from '../triggers/index.ts';
import { getHospital } from './broadcasts.queries.ts';
import { withLink } from './prepare-deliveries.ts';
import { unknownPlaceholders } from './save-broadcast.ts';

interface Tester {
  id: number;
  name: string;
  email: string;
}

/** The words as a person would read them, to the one who writes them; the link leads to a page that says what it is. */
export async function sendTest(
  tx: Tx,
  house: Context,
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
        send_at: house.clock(),
        recipient: email,
        subject: subject ? fillIn(subject, values) : standard.subject,
        text: words.replaceAll('{{link}}', `${house.publicUrl}/feedback`),
        user_id: id,
      },
    ],
    house.clock(),
  );
}
