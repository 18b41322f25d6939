import { parsePhone } from '../../platform/parse-phone.ts';

/**
 * Returns the number in E.164, or null where it cannot be a number of its country. In Ireland, "087 123 4567" is
 * +353871234567.
 */
export function readPhone(text: string, country: string): string | null {
  const found = parsePhone(text, country);
  return found?.isPossible() ? found.number : null;
}
