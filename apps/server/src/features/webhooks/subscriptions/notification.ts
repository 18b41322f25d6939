import { fhir, fhirSubscriptions, type webhooks } from '@wardvoice/contract';
import type { Bundle, BundleEntry, Parameters, ParametersParameter } from '@medplum/fhirtypes';

/** A FHIR Subscription, as far as notifications name it. */
export interface Subscribed {
  id: number;
  topic: webhooks.Topic;
  payload: fhirSubscriptions.Payload;
  status: SubscriptionStatus;
  /** Events since it was made. */
  event_count: number;
}

/** `off` also when somebody switched it off; `error`: its receiver wants no more, or fails for days. */
export type SubscriptionStatus = 'requested' | 'active' | 'error' | 'off';

/** An event of a subscription. */
export interface NumberedEvent {
  number: number;
  happened_at: Date;
  type: string;
  data: Record<string, unknown>;
}

type NotificationKind = 'handshake' | 'event-notification' | 'query-status' | 'query-event';

const PROFILE = `${fhirSubscriptions.BACKPORT}/StructureDefinition`;

const base = (publicUrl: string): string => publicUrl + fhir.FHIR_BASE;

/**
 * Returns the status of a subscription as the backport writes it for R4 (backport-subscription-status-r4), with the events that a
 * notification is about. Numbers are texts, because R4 has no integer64.
 */
export function statusOf(
  publicUrl: string,
  subscribed: Subscribed,
  kind: NotificationKind,
  events: readonly NumberedEvent[] = [],
): Parameters {
  const { id, topic, status, event_count } = subscribed;
  return {
    resourceType: 'Parameters',
    meta: { profile: [`${PROFILE}/backport-subscription-status-r4`] },
    parameter: [
      { name: 'subscription', valueReference: { reference: `${base(publicUrl)}/Subscription/${id}` } },
      { name: 'topic', valueCanonical: fhirSubscriptions.topicUrl(base(publicUrl), topic) },
      { name: 'status', valueCode: status },
      { name: 'type', valueCode: kind },
      { name: 'events-since-subscription-start', valueString: String(event_count) },
      ...events.map((event) => describeEvent(publicUrl, subscribed, event)),
    ],
  };
}

function describeEvent(publicUrl: string, { payload }: Subscribed, event: NumberedEvent): ParametersParameter {
  const focus = payload === 'empty' ? null : focusOf(event);
  return {
    name: 'notification-event',
    part: [
      { name: 'event-number', valueString: String(event.number) },
      { name: 'timestamp', valueInstant: event.happened_at.toISOString() },
      ...(focus ? [{ name: 'focus', valueReference: { reference: `${base(publicUrl)}/${focus}` } }] : []),
    ],
  };
}

/** Returns the resource that an event is about, such as `Task/7`. */
function focusOf({ data: { feedback_id, case_id } }: NumberedEvent): string | null {
  if (typeof case_id === 'number') return `Task/${case_id}`;
  return typeof feedback_id === 'number' ? `QuestionnaireResponse/${feedback_id}` : null;
}

/**
 * Returns a notification: a Bundle of the type history whose first entry is the status (backport-subscription-notification-r4). Of what
 * the events are about it has the addresses, and nothing of patients.
 */
export function notificationOf(
  publicUrl: string,
  subscribed: Subscribed,
  { id, at, kind, events = [] }: { id: string; at: Date; kind: NotificationKind; events?: readonly NumberedEvent[] },
): Bundle {
  const status: BundleEntry = {
    fullUrl: `urn:uuid:${id}`,
    resource: statusOf(publicUrl, subscribed, kind, events),
    request: { method: 'GET', url: `${base(publicUrl)}/Subscription/${subscribed.id}/$status` },
    response: { status: '200' },
  };
  const named = subscribed.payload === 'empty' ? [] : events;
  return {
    resourceType: 'Bundle',
    id,
    meta: { profile: [`${PROFILE}/backport-subscription-notification-r4`] },
    type: 'history',
    timestamp: at.toISOString(),
    entry: [status, ...named.flatMap((event) => entryOf(publicUrl, event))],
  };
}

function entryOf(publicUrl: string, event: NumberedEvent): BundleEntry[] {
  const focus = focusOf(event);
  if (focus === null) return [];
  const address = `${base(publicUrl)}/${focus}`;
  const isNew = event.type === 'survey.answered' || event.type === 'case.opened';
  return [
    {
      fullUrl: address,
      request: isNew ? { method: 'POST', url: focus.split('/')[0] ?? focus } : { method: 'PUT', url: focus },
      response: { status: isNew ? '201' : '200' },
    },
  ];
}
