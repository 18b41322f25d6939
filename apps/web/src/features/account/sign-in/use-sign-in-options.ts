import { useQuery } from '@tanstack/react-query';
import { account } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';

/** Asks which ways in there are. A failure hides what depends on them; signing in with a password needs none of it. */
export const useSignInOptions = () => useQuery(ask(account.signInOptions, {}, { failureIsShown: true }));
