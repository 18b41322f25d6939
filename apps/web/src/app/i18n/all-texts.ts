import './i18n.ts';
import i18next from 'i18next';
import * as slices from '../slices.ts';
import common from './en/common.json';
import layout from './en/layout.json';
import shell from './en/shell.json';
import terms from './en/terms.json';
import voice from './en/voice.json';

/** What every screen shares; `terms` holds the words for codes and states, the same wherever they are shown. */
const shared = { common, layout, shell, terms, voice };
type SliceTexts = { [Name in keyof typeof slices]: (typeof slices)[Name]['texts'] };
export type Texts = typeof shared & SliceTexts;

/** One namespace per slice. */
const textsOfSlices = Object.fromEntries(Object.entries(slices).map(([name, { texts }]) => [name, texts]));

for (const [name, texts] of Object.entries({ ...shared, ...textsOfSlices }))
  i18next.addResourceBundle('en', name, texts);
