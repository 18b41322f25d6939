import { RequestError } from '../../platform/errors.ts';

/** A search that cannot be understood. FHIR has 400 for it, and names the parameter. */
export class BadSearch extends RequestError {
  constructor(message: string) {
    super(400, message);
  }
}
