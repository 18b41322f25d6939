import { fileURLToPath } from 'node:url';
import { Font } from '@react-pdf/renderer';

/*
 * A PDF brings its fonts. Each file has the letters of one script, and what one does not have is taken from the next. The Arabic one
 * has whole letters: dots that stand apart are misplaced when a PDF is written from right to left.
 */

const FILES = [
  ['Inter', 'inter/files/inter-latin'],
  ['Inter Extended', 'inter/files/inter-latin-ext'],
  ['Plex Arabic', 'ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic'],
] as const;
const WEIGHTS = [400, 600] as const;

export const FAMILIES = FILES.map(([family]) => family);

for (const [family, file] of FILES) {
  const fonts = WEIGHTS.map((fontWeight) => ({
    fontWeight,
    src: fileURLToPath(import.meta.resolve(`@fontsource/${file}-${fontWeight}-normal.woff`)),
  }));
  Font.register({ family, fonts });
}
// Words are never divided: hyphenation knows English only.
Font.registerHyphenationCallback((word) => [word]);
