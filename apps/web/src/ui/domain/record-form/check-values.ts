import { schemaResolver, type FormErrors } from '@mantine/form';
import type { Schema } from '@wardvoice/contract';
import { inOwnWords } from '../../../api/sentences.ts';

/** Checks the values of a form by the contract, as the server does after; what is wrong is said in the language of the screens. */
export function checkValues(schema: Schema): (values: object) => FormErrors {
  const check = schemaResolver(schema, { sync: true });
  return (values) =>
    Object.fromEntries(
      Object.entries(check({ ...values })).map(([field, error]) => [
        field,
        typeof error === 'string' ? inOwnWords(error) : error,
      ]),
    );
}
