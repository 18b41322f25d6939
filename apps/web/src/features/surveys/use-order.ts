import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useInvalidate } from '../../api/invalidate.ts';

interface Order<Id> {
  /** Whose order it is: orders of the same are saved one after the other. */
  of: string;
  save: (ids: Id[]) => Promise<unknown>;
  onSaved?: () => void;
}

/**
 * Saves an order. Each call sends the whole of it, so the last one that was wanted must be the last that is stored. What is shown is
 * fetched after the last one only: between two of them, it would be an order that nobody wants any more.
 */
export function useOrder<Id>({ of, save, onSaved }: Order<Id>) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const id = `order of ${of}`;
  return useMutation({
    mutationKey: [id],
    scope: { id },
    mutationFn: save,
    ...(onSaved ? { onSuccess: onSaved } : {}),
    onSettled: () => (client.isMutating({ mutationKey: [id] }) > 1 ? undefined : invalidate('surveys')),
  });
}
