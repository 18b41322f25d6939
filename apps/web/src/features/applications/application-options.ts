/** Country codes without a country: unions, and codes kept for other uses. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** ISO 3166 codes that this browser has a name for, by name. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const current = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const seen = new Set<string>();
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRY.has(code) && current.of(code) !== undefined && isCurrent(code))
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .filter(({ label }) => !seen.has(label) && Boolean(seen.add(label)))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** Not one that has been replaced, such as BU by MM. */
const isCurrent = (code: string): boolean => new Intl.Locale('und', { region: code }).maximize().region === code;
