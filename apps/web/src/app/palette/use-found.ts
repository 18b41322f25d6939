import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type { Session } from '../../api/session.ts';
import { commandOf, sourcesFor, type CommandGroup } from './commands.ts';

/** A shorter term would find nearly everybody, and what is shown of patients is audited. */
const MIN_CHARACTERS = 2;
const TYPING_PAUSE_MS = 250;

/** Finds records of every kind that the session may open. What was found is forgotten with the palette. */
export function useFound(session: Session, term: string): { groups: CommandGroup[]; isFinding: boolean } {
  const [settled] = useDebouncedValue(term.trim(), TYPING_PAUSE_MS);
  const sources = sourcesFor(session);
  const isEnough = settled.length >= MIN_CHARACTERS;
  const results = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: ['palette', name, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find?.(settled, signal) ?? [],
      enabled: isEnough && find !== undefined,
      gcTime: 0,
      meta: { failureIsShown: true },
    })),
  });
  const groups = sources.map(({ name, title }, at) => ({
    name,
    title,
    commands: (results[at]?.data ?? []).map((found) => commandOf(name, found)),
  }));
  const isTyping = term.trim().length >= MIN_CHARACTERS && term.trim() !== settled;
  return { groups: isEnough ? groups : [], isFinding: isTyping || results.some(({ isFetching }) => isFetching) };
}
