import { useMutation } from '@tanstack/react-query';
import { chooseLanguage } from './staff-language.ts';

/** Changes the language of the screens; where that fails, a notice says why. */
export function useChangeLanguage() {
  return useMutation({ mutationFn: chooseLanguage });
}
