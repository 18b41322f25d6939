import type { core, output, input } from 'zod';
import type { Access } from './access.ts';
import { auditRuleOf, type AuditDeclaration, type AuditRule } from './audit-rule.ts';

export type Schema = core.$ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call in one object. The server's route, the web's call, the OpenAPI page and the access test all read it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
  Who extends Access = Access,
> {
  readonly method: Method;
  /** Path below the base, with parameters as `:name`. */
  readonly path: string;
  /** Further paths with the same answer, written in full from the root. */
  readonly alsoAt: readonly string[];
  readonly access: Who;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Status of a successful answer: 201 for a create, else 200. */
  readonly status: 200 | 201 | 202;
  /** Name of the object that wraps the body. The field names in errors leave it out. */
  readonly wrapper: string | undefined;
  /** What the audit records of a successful call; null: nothing. */
  readonly audit: AuditRule | null;
  /** Whether the caller must have proved within the last minutes who they are; else the answer is 403 of a type of its own. */
  readonly freshSignIn: boolean;
  /** Whether the call takes the header Idempotency-Key, by which it is made once however often it is sent. */
  readonly idempotencyKey: boolean;
  /** Content types of the body. */
  readonly bodyMedia: readonly string[];
  /** Content type of a successful answer. */
  readonly replyMedia: string;
}

export const API_BASE = '/api/v1';
export const JSON_MEDIA = 'application/json';
export const FILE_MEDIA: readonly string[] = ['multipart/form-data'];

const isOpen = (access: Access): boolean => access === 'public' || access === 'application-credentials';

interface Declaration<P, Q, B, R, A> {
  method: Method;
  path: string;
  alsoAt?: readonly string[];
  access: A;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  status?: 200 | 201 | 202;
  wrapper?: string;
  /**
   * POST, PUT and DELETE are always audited; this names the call where its path does not do so well. A GET is audited only when
   * it has this, which every GET that shows patients must. "Who saw this patient" is answered from `patient_id` in its records.
   */
  audit?: AuditDeclaration;
  /**
   * True for what somebody at an unattended screen must not be able to do: changes of access and credentials, exports and
   * erasures of people's data. Default: false.
   */
  freshSignIn?: boolean;
  /**
   * False for what is no use when repeated: a sign-in, a challenge that is used up, a preview, a file. Default: true for each POST
   * of somebody who is signed in.
   */
  idempotencyKey?: false;
  /** Default: JSON. */
  bodyMedia?: readonly string[];
  /** Default: JSON. */
  replyMedia?: string;
}

export function endpoint<
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  const A extends Access = Access,
>(declaration: Declaration<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    alsoAt: [],
    status: 200,
    wrapper: undefined,
    freshSignIn: false,
    idempotencyKey: declaration.method === 'POST' && !isOpen(declaration.access),
    bodyMedia: [JSON_MEDIA],
    replyMedia: JSON_MEDIA,
    ...declaration,
    params: declaration.params as P,
    query: declaration.query as Q,
    body: declaration.body as B,
    audit: auditRuleOf(declaration),
  };
}

type Out<S> = S extends Schema ? output<S> : undefined;
type In<S> = S extends Schema ? input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
export type ReplyOf<E extends Endpoint> = output<E['reply']>;
export type QueryInputOf<E extends Endpoint> = In<E['query']>;
export type BodyInputOf<E extends Endpoint> = In<E['body']>;
export type ParamsInputOf<E extends Endpoint> = In<E['params']>;
/** What a handler may return: the reply before the schema removes unknown fields and adds defaults. */
export type ReplyInputOf<E extends Endpoint> = input<E['reply']>;
