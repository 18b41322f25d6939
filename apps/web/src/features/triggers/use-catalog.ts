import { useQuery } from '@tanstack/react-query';
import { triggers } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';

/** Returns the catalogue of triggers. It is fetched once, because it changes only with the program. */
export function useCatalog(): readonly triggers.CatalogEntry[] | undefined {
  return useQuery({ ...ask(triggers.getTriggerCatalog, {}), staleTime: Infinity }).data?.data;
}
