import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import type { MayWrite, OptOut, PastAsking } from './draw-asking.ts';
import { HOUR_MS, MINUTE_MS, plus, type Draw } from './draw.ts';
import { insertRows } from './insert-rows.ts';
import { SENT_EMAIL } from './store-cases.ts';
import { PAST_GATEWAYS, whatCameOf, type StoredAskings } from './store-askings.ts';
import type { StoredStays } from './store-stays.ts';

interface Written {
  asking: PastAsking;
  at: Date;
  text: string;
  understood: 'stop' | null;
  reply: string | null;
}

const STOPS = ['STOP', 'Stop', 'stop please', 'STOP thank you', 'Please stop'] as const;
const TEXTS: readonly (readonly [text: string, reply: string | null])[] = [
  ['Thank you, all was fine', null],
  ['Lovely team, thanks', null],
  [
    'When will I get my letter?',
    'Your letter was posted yesterday. If it is not there by Friday, ring us on the number on it.',
  ],
  ['I left my charger on the ward', 'It is at the reception of the ward. Come by at any time, or send somebody.'],
  [
    'Who do I call about my dressing?',
    'Ring the ward until 20:00. At other hours ring 111. We have told the district nurse.',
  ],
  ['The link does not open on my phone', 'Please try it once more. We have looked at it and it works again.'],
  ['Can my mum answer for me?', 'Yes, she may. Thank you for asking.'],
  ['ok', null],
];

/** So new are the texts that nobody has looked at yet; there are always some. */
const UNREAD_HOURS = 60;

/** Draws what people wrote back: those who stop, and a few others. */
export function drawTexts(
  draw: Draw,
  askings: readonly PastAsking[],
  optOuts: readonly OptOut[],
  now: Date,
): Written[] {
  const stops = optOuts.flatMap(({ asked, at, source }): Written[] =>
    source === 'stop' ? [{ asking: asked, at, text: draw.pick(STOPS), understood: 'stop', reply: null }] : [],
  );
  const others = askings.flatMap((asking): Written[] => {
    const isRecent = asking.at > plus(now, -UNREAD_HOURS * HOUR_MS);
    if (asking.channel !== 'sms' || !asking.sentAt || asking.undelivered) return [];
    if (!draw.chance(isRecent ? 0.2 : 0.012)) return [];
    const at = plus(asking.sentAt, MINUTE_MS + draw.waiting(2 * HOUR_MS));
    const [text, reply] = draw.pick(TEXTS);
    return at < now ? [{ asking, at, text, reply, understood: null }] : [];
  });
  return [...stops, ...others].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

interface Storing {
  applicationId: number;
  stored: StoredStays;
  askings: StoredAskings;
  readersOf(ward: string): readonly number[];
  mayWrite: MayWrite;
  now: Date;
}

export async function storeTexts(
  tx: Tx,
  draw: Draw,
  texts: readonly Written[],
  { applicationId, stored, askings, readersOf, mayWrite, now }: Storing,
): Promise<void> {
  const ids = await reserveIds(tx, 'inbound_texts', texts.length);
  const handled = texts.map((written, index) => {
    const isNew = written.understood === null && written.at > plus(now, -UNREAD_HOURS * HOUR_MS);
    const handledAt = plus(written.at, MINUTE_MS * draw.between(5, 400));
    const isHandled = !isNew && handledAt < now;
    return {
      ...written,
      id: ids[index] ?? 0,
      handledAt: isHandled ? handledAt : null,
      reader: draw.pick(readersOf(written.asking.event.ward)),
    };
  });
  const about = ({ asking }: Written) => ({
    patient_id: stored.patientId(asking.stay.person),
    location: asking.event.ward,
  });
  await insertRows(
    tx,
    'inbound_texts',
    handled.map((written) => ({
      ...about(written),
      id: written.id,
      application_id: applicationId,
      channel: 'sms',
      from_address: written.asking.recipient ?? '',
      text: written.text,
      received_at: written.at,
      received_from: PAST_GATEWAYS.sms,
      gateway_message_id: randomUUID(),
      delivery_id: askings.deliveryId(written.asking),
      visit_id: stored.visitId(written.asking.stay),
      language: written.asking.stay.person.language.toLowerCase(),
      understood: written.understood,
      doubtful: false,
      harm: false,
      // An automatic answer says that the person will not be written to any more.
      handled_at: written.understood ? written.at : written.handledAt,
      read_at: written.handledAt,
      read_by_id: written.understood === null && written.handledAt ? written.reader : null,
    })),
  );
  await insertRows(
    tx,
    'deliveries',
    handled.flatMap((written) => {
      if (!written.reply || !written.handledAt || !mayWrite(written.asking, written.handledAt)) return [];
      const sentAt = plus(written.handledAt, 250);
      return [
        {
          ...about(written),
          ...whatCameOf({
            ...SENT_EMAIL,
            channel: 'sms',
            state: 'delivered',
            recipient: written.asking.recipient,
            sentAt,
            deliveredAt: plus(sentAt, 5_000),
          }),
          addressed: true,
          application_id: applicationId,
          purpose: 'message',
          cause: `text:${written.id}:reply:${randomUUID().slice(0, 16)}`,
          text: written.reply,
          user_id: written.reader,
          created_at: written.handledAt,
          send_at: written.handledAt,
          idempotency_key: randomUUID(),
        },
      ];
    }),
  );
}

/** Stores who is not written to any more, and the entries of the ledger that say how it came. */
export async function storeOptOuts(
  tx: Tx,
  optOuts: readonly OptOut[],
  texts: readonly Written[],
  { applicationId, stored }: Pick<Storing, 'applicationId' | 'stored'>,
): Promise<void> {
  const words = new Map(texts.flatMap(({ asking, text, understood }) => (understood ? [[asking, text] as const] : [])));
  const at = ({ channel, address, source }: OptOut) => ({
    application_id: applicationId,
    channel,
    address: address.toLowerCase(),
    source,
  });
  await insertRows(
    tx,
    'opt_outs',
    optOuts.map((optOut) => ({ ...at(optOut), created_at: optOut.at })),
  );
  await insertRows(
    tx,
    'consent_events',
    optOuts.map((optOut) => ({
      ...at(optOut),
      at: optOut.at,
      change: 'opted_out',
      purpose: 'all',
      is_earlier: false,
      patient_id: stored.patientId(optOut.asked.stay.person),
      written: optOut.source === 'stop' ? (words.get(optOut.asked) ?? 'STOP') : null,
    })),
  );
}
