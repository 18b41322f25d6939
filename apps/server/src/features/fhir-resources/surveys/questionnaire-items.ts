import { feedback } from '@wardvoice/contract';
import type { Coding, Extension, QuestionnaireItem } from '@medplum/fhirtypes';
import { coding, present } from '../../fhir/index.ts';
import { conditionsOf, sectionOf, type ContentQuestion, type SurveyContent } from '../../survey-content/index.ts';

/** The code of an answer, the same in a survey and in what was answered. */
export const optionCoding = (publicUrl: string, id: number, title: string): Coding =>
  present({ ...coding(publicUrl, 'option', String(id)), display: title });

export const sectionLink = (id: number): string => `section-${id}`;

/** Returns the questions in their order, those below a heading inside a group. A choice without options cannot be answered. */
export function itemsOf(content: SurveyContent, publicUrl: string): QuestionnaireItem[] {
  const items: QuestionnaireItem[] = [];
  const groups = new Map<number, QuestionnaireItem>();
  for (const question of content.questions) {
    if (!feedback.isTyped(question.type_of) && question.options.length === 0) continue;
    const section = sectionOf(content, question);
    const item = questionItem(question, publicUrl);
    const group = section && groups.get(section.id);
    if (group) group.item?.push(item);
    else if (section) {
      const begun = groupItem(section, item);
      groups.set(section.id, begun);
      items.push(begun);
    } else items.push(item);
  }
  return items;
}

const groupItem = (
  { id, title, introduction }: { id: number; title: string; introduction: string },
  first: QuestionnaireItem,
): QuestionnaireItem => ({
  linkId: sectionLink(id),
  text: title,
  type: 'group',
  item: [
    ...(introduction
      ? [{ linkId: `${sectionLink(id)}-introduction`, text: introduction, type: 'display' as const }]
      : []),
    first,
  ],
});

const questionItem = (question: ContentQuestion, publicUrl: string): QuestionnaireItem => {
  const conditions = conditionsOf(question);
  return present<QuestionnaireItem>({
    extension: limitsOf(question),
    linkId: String(question.id),
    text: question.title,
    type: typeOf(question),
    enableWhen: conditions.map(({ question_id, option_id }) => ({
      question: String(question_id),
      operator: '=' as const,
      answerCoding: coding(publicUrl, 'option', String(option_id)),
    })),
    enableBehavior: conditions.length > 1 ? (question.condition_match ?? 'all') : undefined,
    required: question.required,
    repeats: question.type_of === 'checkbox',
    answerOption: feedback.isTyped(question.type_of)
      ? []
      : question.options.map((option) =>
          present({ extension: valueOf(option), valueCoding: optionCoding(publicUrl, option.id, option.title) }),
        ),
  });
};

function typeOf({ type_of, unit }: ContentQuestion): QuestionnaireItem['type'] {
  if (type_of === 'text' || type_of === 'date') return type_of;
  if (type_of === 'number') return unit ? 'quantity' : 'decimal';
  return 'choice';
}

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition';

/** The points of an answer, 0 to 100. */
const valueOf = ({ value }: { value: number | null }): Extension[] =>
  value === null ? [] : [{ url: `${EXTENSIONS}/ordinalValue`, valueDecimal: value }];

/** Limits of a number and of a day. "today" is none that FHIR could say. */
function limitsOf({ type_of, smallest, largest, earliest, latest, unit }: ContentQuestion): Extension[] {
  if (type_of === 'number')
    return [
      ...(typeof smallest === 'number' ? [{ url: `${EXTENSIONS}/minValue`, valueDecimal: smallest }] : []),
      ...(typeof largest === 'number' ? [{ url: `${EXTENSIONS}/maxValue`, valueDecimal: largest }] : []),
      ...(unit ? [{ url: `${EXTENSIONS}/questionnaire-unit`, valueCoding: { display: unit } }] : []),
    ];
  if (type_of !== 'date') return [];
  return [
    ...(isDay(earliest) ? [{ url: `${EXTENSIONS}/minValue`, valueDate: earliest }] : []),
    ...(isDay(latest) ? [{ url: `${EXTENSIONS}/maxValue`, valueDate: latest }] : []),
  ];
}

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');
