import type { fhir } from '@wardvoice/contract';
import type { Resource } from '@medplum/fhirtypes';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { Condition } from './search/conditions.ts';

/** What a mapping may use beside the row. */
export interface Shown {
  publicUrl: string;
  applicationId: number;
}

/** A row of whatever a resource is made of. */
export interface ResourceRow {
  id: number;
  changed_at: Date;
  /** Written into the audit as seen. */
  patient_id: number | null;
}

/** How one type of resource is found and shown. `R`: what its columns return. */
export interface FhirResource<T extends fhir.ResourceType = fhir.ResourceType, R extends ResourceRow = ResourceRow> {
  readonly type: T;
  /** SQL: the selected columns, as R. */
  columns(scope: ApplicationScope): RawBuilder<unknown>;
  /** SQL: the tables, and what joins them. */
  readonly from: RawBuilder<unknown>;
  /** SQL: the row is of the application, and one that the caller may see. */
  isVisible(scope: ApplicationScope): RawBuilder<boolean>;
  /** SQL: the table that the id and the time of change are of. */
  readonly id: RawBuilder<unknown>;
  readonly changedAt: RawBuilder<unknown>;
  readonly conditions: Readonly<Record<fhir.ParameterOf<T>, Condition>>;
  /** Why row-level security does not limit it to the caller's wards: see `route()`. */
  readonly beyondWards?: string;
  /** Reads what several rows share, and returns the rows with it. */
  complete?(tx: Tx, scope: ApplicationScope, rows: readonly R[]): Promise<R[]>;
  show(row: R, shown: Shown): Resource;
  /** Stores what another system sends, and returns its id. Only for the types of `fhir.creates`. */
  create?(tx: Tx, ctx: Context, scope: ApplicationScope, sent: fhir.SentResponse): Promise<number>;
}

/** A resource of any type. Its own row type is known to itself alone. */
export type AnyResource = { [T in fhir.ResourceType]: FhirResource<T> }[fhir.ResourceType];
