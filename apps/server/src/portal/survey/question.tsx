/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { fieldOf, MAX_CHARACTERS, type GivenAnswer } from '../../features/feedback/index.ts';
import type { FormQuestion } from '../../features/surveys/index.ts';
import type { PortalWords } from '../texts/portal-words.ts';

interface QuestionProps {
  question: FormQuestion;
  /** "3 of 5"; null for a question with a condition. */
  step: string | null;
  /** "If you answered …" for a question with a condition, else null. */
  unless: string | null;
  given: GivenAnswer | undefined;
  problem: string | undefined;
  words: PortalWords;
}

/** One question: a group of choices with its legend, or a text with its label. */
export function Question({ question, step, unless, given, problem, words }: QuestionProps) {
  const { id, title, type_of, required, condition } = question;
  const field = fieldOf(id);
  const hint = hintFor(question, words);
  const description =
    [hint ? `${field}_hint` : '', problem ? `${field}_why` : ''].filter(Boolean).join(' ') || undefined;
  const block = {
    className: problem ? 'block wrong' : 'block',
    'data-q': id,
    'data-if': condition ? dataIf(condition) : undefined,
  };
  const asked = (
    <>
      {step && <span className="step">{step}</span>}
      {unless && <span className="step unless">{unless}</span>}
      {title}
      {!required && <span className="wish"> ({words.optional})</span>}
    </>
  );
  const notes = (
    <>
      {hint && (
        <p className="hint" id={`${field}_hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="why" id={`${field}_why`}>
          <span className="off">{words.error} </span>
          {problem}
        </p>
      )}
    </>
  );
  if (type_of === 'text') {
    return (
      <div {...block}>
        <label className="ask" htmlFor={field}>
          {asked}
        </label>
        {notes}
        <textarea
          id={field}
          name={field}
          rows={4}
          maxLength={MAX_CHARACTERS}
          defaultValue={given?.text ?? ''}
          aria-describedby={description}
          aria-invalid={problem ? true : undefined}
          dir="auto"
        />
      </div>
    );
  }
  return (
    <fieldset {...block} aria-describedby={description}>
      <legend>{asked}</legend>
      {notes}
      <div className={LAYOUT[type_of]}>
        <Choices question={question} given={given} />
      </div>
    </fieldset>
  );
}

/** The conditions as `question:option`, which the script reads: divided by spaces where all must hold, by bars where any. */
const dataIf = ({ match, of }: NonNullable<FormQuestion['condition']>): string =>
  of.map(({ question_id, option_id }) => `${question_id}:${option_id}`).join(match === 'any' ? '|' : ' ');

const LAYOUT: Readonly<Record<Exclude<FormQuestion['type_of'], 'text'>, string>> = {
  radio: 'rows',
  checkbox: 'rows',
  yes_no: 'rows pair',
  rating: 'scale',
  nps: 'scale nps',
};

/** The first choice has the id of the field, because the link of the error summary leads there. */
function Choices({ question, given }: Pick<QuestionProps, 'question' | 'given'>): ReactNode {
  const field = fieldOf(question.id);
  return question.options.map(({ id, title }, index) => (
    <label key={id}>
      <input
        type={question.type_of === 'checkbox' ? 'checkbox' : 'radio'}
        id={index === 0 ? field : undefined}
        name={field}
        value={id}
        defaultChecked={given?.option_ids.includes(id)}
      />
      <span>{title}</span>
    </label>
  ));
}

function hintFor({ type_of }: FormQuestion, words: PortalWords): string | null {
  if (type_of === 'checkbox') return words.choose_any;
  if (type_of === 'rating') return words.scale_rating;
  return type_of === 'nps' ? words.scale_nps : null;
}
