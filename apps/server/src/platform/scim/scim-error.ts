import { RequestError } from '../errors.ts';

/** Why a request was refused, in the words of RFC 7644 §3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'tooMany';

/** An error with the type that SCIM has for it. Any other error is answered by its status alone. */
export class ScimError extends RequestError {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    super(scimType === 'uniqueness' ? 409 : 400, detail);
    this.scimType = scimType;
  }
}

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Returns the body of an error (RFC 7644 §3.12). */
export const describeError = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: [ERROR],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});
