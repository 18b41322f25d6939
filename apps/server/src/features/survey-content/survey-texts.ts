import type { surveys } from '@wardvoice/contract';
import { sectionOf, type ContentCategory, type SurveyContent, type Translations } from './survey-content.ts';

/**
 * Returns every text of a survey once, in the order in which patients see them. Titles that are only numbers are left
 * out.
 */
export function textsOf(content: SurveyContent, categories: readonly ContentCategory[]): surveys.SurveyText[] {
  const categoryById = new Map(categories.map((category) => [category.id, category]));
  const texts = new Map<string, surveys.SurveyText>();
  const add = (
    kind: surveys.SurveyText['kind'],
    id: number,
    field: surveys.SurveyText['field'],
    text: string,
    translations: Translations,
  ) => {
    if (text === '' || /^[\d\s.,/–-]+$/.test(text)) return;
    const written = Object.entries(translations).flatMap(([language, fields]) =>
      fields[field] ? [[language, fields[field]] as const] : [],
    );
    texts.set(`${kind} ${id} ${field}`, { kind, id, field, text, translations: Object.fromEntries(written) });
  };
  for (const field of ['title', 'introduction', 'thank_you'] as const)
    add('survey', 0, field, content[field], content.translations);
  for (const question of content.questions) {
    const { id, title, translations, category_id, options } = question;
    const section = sectionOf(content, question);
    for (const field of ['title', 'introduction'] as const)
      if (section) add('section', section.id, field, section[field], section.translations);
    const category = categoryById.get(category_id ?? 0);
    if (category) add('category', category.id, 'title', category.title, category.translations);
    add('question', id, 'title', title, translations);
    if (question.unit) add('question', id, 'unit', question.unit, translations);
    for (const option of options) add('option', option.id, 'title', option.title, option.translations);
  }
  return [...texts.values()];
}

/** Returns how complete the translation is, for each language besides the default. */
export function completenessOf(content: SurveyContent, texts: readonly surveys.SurveyText[]): surveys.Completeness[] {
  return content.languages
    .filter((language) => language !== content.default_language)
    .map((language) => ({
      language,
      done: texts.filter(({ translations }) => translations[language]).length,
      of: texts.length,
    }));
}
