import { fhir, fhirSubscriptions } from '@wardvoice/contract';
import type { Subscription } from '@medplum/fhirtypes';
import { base, present } from '../../fhir/index.ts';
import type { SubscriptionRow } from '../../webhooks/index.ts';

const PROFILE = `${fhirSubscriptions.BACKPORT}/StructureDefinition/backport-subscription`;

/** The headers that its program wants to have sent are not shown: they may hold its token. */
export const showSubscription = (
  { id, changed_at, status, description, topic, url, payload, off_reason }: SubscriptionRow,
  publicUrl: string,
) => {
  // An extension of a primitive value, which the types of FHIR do not know.
  const content = { _payload: { extension: [{ url: fhirSubscriptions.PAYLOAD_CONTENT, valueCode: payload }] } };
  const subscription = present<Subscription>({
    resourceType: 'Subscription',
    meta: { lastUpdated: changed_at.toISOString(), profile: [PROFILE] },
    status,
    // People may have emptied it, and FHIR requires one.
    reason: description || topic,
    criteria: fhirSubscriptions.topicUrl(base(publicUrl), topic),
    error: off_reason && ERRORS[off_reason],
    channel: { type: 'rest-hook', endpoint: url, payload: fhir.FHIR_MEDIA, ...content },
  });
  return { ...subscription, id: String(id) };
};

const ERRORS = {
  gone: 'The endpoint answered that it wants no more (410).',
  failing: 'The endpoint did nothing but fail for five days.',
};
