/** @jsxRuntime automatic */
import type { feedback } from '@wardvoice/contract';
import { MAX_CHARACTERS } from '../../features/feedback/index.ts';
import type { FormQuestion } from '../../features/survey-content/index.ts';

interface TypedAnswerProps {
  question: FormQuestion & { type_of: feedback.TypedQuestionType };
  /** The attributes of every field: its name, and what describes it. */
  field: { id: string; name: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
  value: string;
}

/** The field in which an answer is typed, or a day is chosen with the picker of the phone. */
export function TypedAnswer({ question, field, value }: TypedAnswerProps) {
  switch (question.type_of) {
    case 'text':
      return <textarea {...field} className="v" rows={4} maxLength={MAX_CHARACTERS} defaultValue={value} dir="auto" />;
    case 'number':
      return <NumberField question={question} field={field} value={value} />;
    case 'date':
      // A browser without a picker shows a text field, and in it the placeholder.
      return (
        <input
          {...field}
          className="v"
          type="date"
          min={question.earliest ?? undefined}
          max={question.latest ?? undefined}
          placeholder="2026-01-31"
          autoComplete="off"
          defaultValue={value}
        />
      );
  }
}

/** A text field with the keypad of numbers. A field of the type number would lose what it cannot read, and say nothing. */
function NumberField({ question: { smallest, step, unit }, field, value }: TypedAnswerProps) {
  // The keypads of some phones have no minus.
  const mayBeNegative = smallest !== null && smallest < 0;
  const isWhole = step !== null && Number.isInteger(step);
  return (
    <span className="unit">
      <input
        {...field}
        className="v"
        inputMode={mayBeNegative ? undefined : isWhole ? 'numeric' : 'decimal'}
        maxLength={40}
        autoComplete="off"
        defaultValue={value}
        dir="ltr"
      />
      {unit !== null && <span id={unitOf(field.id)}>{unit}</span>}
    </span>
  );
}

/** The id of the unit, which describes the field. */
export const unitOf = (field: string): string => `${field}_unit`;
