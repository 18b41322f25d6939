import type { Location, Reference } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isInWards } from '../../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { identifierSystem, localIdentifier, type Shown } from '../../fhir/index.ts';

export const VISITS = sql`visits v`;

export const isVisibleVisit = (scope: ApplicationScope) =>
  sql<boolean>`(v.application_id = ${scope.applicationId} and ${isInWards(scope, 'v.location')})`;

/** SQL: somebody was given this time: by a scheduling message, or because the stay is expected then. */
export const IS_APPOINTMENT = sql<boolean>`(v.expected_at is not null or v.appointment_number is not null or v.appointment_state is not null)`;

/** The system of visit numbers. They are unique in an application only. */
export const visitSystem = ({ publicUrl, applicationId }: Shown): string =>
  `${identifierSystem(publicUrl, 'visit')}/${applicationId}`;

export const wardSystem = (publicUrl: string): string => identifierSystem(publicUrl, 'ward');

/** A ward is known by the name that the feed has for it (PV1-3.1). There is no Location of it. */
export const wardReference = (ward: string, publicUrl: string): Reference<Location> => ({
  type: 'Location',
  identifier: localIdentifier(publicUrl, 'ward', ward),
  display: ward,
});
