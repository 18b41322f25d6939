// @vitest-environment jsdom
import { STAFF_LANGUAGES } from '@wardvoice/contract';
import type { AnyRoute } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import '../i18n/all-texts.ts';
import { routes as screens } from '../screens/routes.tsx';
import * as slices from '../slices.ts';
import { helpTopicOf } from './help-topic.ts';

const texts = import.meta.glob<Record<string, string>>('./texts/*.json', { eager: true, import: 'default' });
const textsIn = (language: string) => texts[`./texts/${language}.json`] ?? {};
const english = textsIn('en');
const WITHOUT_HELP = /^\/(gallery|lock)/;
const routes: readonly AnyRoute[] = [...screens, ...Object.values(slices).flatMap((slice) => [...slice.routes])];
const paths = routes
  .map(({ options }) => ('path' in options ? String(options.path) : ''))
  .filter((path) => !WITHOUT_HELP.test(path));

describe('help', () => {
  it.each(paths)('is there for %s', (path) => expect(helpTopicOf(path)).not.toBeNull());

  it('has no text that no screen shows', () => {
    const shown = new Set<string | null>(paths.map(helpTopicOf));
    expect(Object.keys(english).filter((topic) => !shown.has(topic))).toEqual([]);
  });

  it.each(STAFF_LANGUAGES.filter((language) => language !== 'en'))('is whole in %s', (language) => {
    const translated = textsIn(language);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    expect(Object.entries(translated).filter(([topic, text]) => text === '' || text === english[topic])).toEqual([]);
  });
});
