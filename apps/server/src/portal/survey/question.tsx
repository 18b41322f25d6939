/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { feedback } from '@wardvoice/contract';
import { fieldOf, type GivenAnswer } from '../../features/feedback/index.ts';
import { sayLimits, type FormQuestion } from '../../features/survey-content/index.ts';
import type { PortalWords } from '../texts/portal-words.ts';
import { TypedAnswer, unitOf } from './typed-answer.tsx';

interface QuestionProps {
  question: FormQuestion;
  /** "3 of 5"; null for a question with a condition. */
  step: string | null;
  /** "If you answered …" for a question with a condition, else null. */
  unless: string | null;
  given: GivenAnswer | undefined;
  problem: string | undefined;
  words: PortalWords;
  language: string;
}

/** One question: a group of choices with its legend, or a field with its label. */
export function Question({ question, step, unless, given, problem, words, language }: QuestionProps) {
  const { id, title, type_of, required, condition } = question;
  const field = fieldOf(id);
  const hint = hintFor(question, words, language);
  const description =
    [question.unit ? unitOf(field) : '', hint ? `${field}_hint` : '', problem ? `${field}_why` : '']
      .filter(Boolean)
      .join(' ') || undefined;
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
  if (feedback.isTyped(type_of)) {
    return (
      <div {...block}>
        <label className="ask" htmlFor={field}>
          {asked}
        </label>
        {notes}
        <TypedAnswer
          question={{ ...question, type_of }}
          field={{
            id: field,
            name: field,
            'aria-describedby': description,
            'aria-invalid': problem ? true : undefined,
          }}
          value={given?.text ?? ''}
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

const LAYOUT: Readonly<Record<Exclude<FormQuestion['type_of'], feedback.TypedQuestionType>, string>> = {
  radio: 'rows',
  checkbox: 'rows',
  yes_no: 'rows pair',
  consent: 'rows',
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

function hintFor(question: FormQuestion, words: PortalWords, language: string): string | null {
  switch (question.type_of) {
    case 'checkbox':
      return words.choose_any;
    case 'rating':
      return words.scale_rating;
    case 'nps':
      return words.scale_nps;
    case 'number':
    case 'date':
      return sayLimits(question, language);
    case 'radio':
    case 'yes_no':
    case 'consent':
    case 'text':
      return null;
  }
}
