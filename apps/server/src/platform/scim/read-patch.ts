import { z } from 'zod';
import { parsePath, type Path } from './parse-path.ts';
import { ScimError } from './scim-error.ts';

const MAX_OPERATIONS = 1_000;

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: Path;
  value: unknown;
}

/** Names of operations in any letters: Entra ID sends "Replace". */
const operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().nullish(),
  value: z.unknown().optional(),
});
const patch = z.object({ Operations: z.array(operation).min(1).max(MAX_OPERATIONS) });

/**
 * Reads the operations of a PATCH (RFC 7644 §3.5.2). One without a path has an object as its value and is read as one operation
 * for each attribute in it, whose name may be a path.
 */
export function readPatch(body: unknown): Operation[] {
  const { success, data } = patch.safeParse(withOperations(body));
  if (!success)
    throw new ScimError('invalidSyntax', 'Send {"schemas": […], "Operations": [{"op": …, "path": …, "value": …}]}.');
  return data.Operations.flatMap(({ op, path, value }): Operation[] => {
    if (path) return [{ op, path: parsePath(path), value }];
    if (op === 'remove') throw new ScimError('noTarget', 'An operation that removes something needs a path.');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimError('invalidSyntax', 'An operation without a path needs an object as its value.');
    return Object.entries(value).map(([name, inner]) => ({ op, path: parsePath(name), value: inner }));
  });
}

/** Names of members are compared without regard to capitals. */
function withOperations(body: unknown): unknown {
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const found = members.find(([name]) => name.toLowerCase() === 'operations');
  return { Operations: found?.[1] };
}
