import { useQuery } from '@tanstack/react-query';
import { triggers } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useTerms } from '../../ui/domain/terms.ts';

/**
 * Returns the catalogue of triggers in the language of the screens. It is fetched once, because it changes only with
 * the program.
 */
export function useCatalog(): readonly triggers.CatalogEntry[] | undefined {
  const { languageName } = useTerms();
  const { data } = useQuery({ ...ask(triggers.getTriggerCatalog, {}), staleTime: Infinity });
  return data?.data.map((entry) => ({
    ...translated(entry),
    actions: entry.actions.map((action) => ({
      ...translated(action),
      filters: action.filters.map((filter) => ({
        ...translated(filter),
        options:
          filter.id === 'language'
            ? filter.options.map(({ id }) => ({ id, title: languageName(id) }))
            : filter.options.map(translated),
      })),
      fields: action.fields.map(translated),
      packs: action.packs.map((pack) => ({ ...translated(pack), text: inOwnWords(pack.text) })),
    })),
  }));
}

const translated = <T extends { title: string }>(one: T): T => ({ ...one, title: inOwnWords(one.title) });
