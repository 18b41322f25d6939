import { useQuery } from '@tanstack/react-query';
import { triggers } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';

/** It changes with the program, not while it runs. */
export function useCatalog(): readonly triggers.CatalogEntry[] | undefined {
  return useQuery({ ...ask(triggers.getTriggerCatalog, {}), staleTime: Infinity }).data?.data;
}
