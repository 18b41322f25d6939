import { z } from 'zod';
import { isTimeZone } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { inboxItem } from './inbox.ts';
import { one } from './paging.ts';

/** How somebody hears of one kind of item. Every item is on the screen, too: that cannot be switched off. */
const noticeSetting = z.object({
  kind: inboxItem.shape.kind,
  email: z.boolean(),
  sms: z.boolean(),
  /** Whether the daily e-mail counts items of this kind. */
  digest: z.boolean(),
});
export type NoticeSetting = z.output<typeof noticeSetting>;

const ownNotices = z.object({
  kinds: z.array(
    noticeSetting.extend({
      /** Whether it can be sent by SMS at all. */
      offers_sms: z.boolean(),
      /** True: at least one of e-mail and SMS stays on. */
      must_reach: z.boolean(),
    }),
  ),
  /** The hour of the day, 0 to 23, at which the digest is sent; null: never. */
  digest_hour: z.number().nullable(),
  time_zone: z.string(),
  has_email: z.boolean(),
  has_phone: z.boolean(),
});
export type OwnNotices = z.output<typeof ownNotices>;

export const getNotices = endpoint({
  method: 'GET',
  path: '/account/notices',
  access: 'person',
  summary: 'What I hear of, and by which ways',
  reply: one(ownNotices),
});

export const updateNotices = endpoint({
  method: 'PUT',
  path: '/account/notices',
  access: 'person',
  audit: { action: 'update', record: 'notices' },
  summary: 'Choose what I hear of, and by which ways; kinds that are not named stay as they are',
  wrapper: 'notices',
  body: z.object({
    notices: z.object({
      kinds: z.array(noticeSetting).max(50),
      digest_hour: z.number().int().min(0).max(23).nullable(),
      time_zone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Dublin.'),
    }),
  }),
  reply: one(ownNotices),
});
