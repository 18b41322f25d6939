/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import type { FormQuestion } from '../../features/survey-content/index.ts';

interface SectionOfForm {
  /** Null for questions that stand under no heading. */
  section: FormQuestion['section'];
  questions: FormQuestion[];
}

/** Groups questions by the heading under which they stand, in their order. */
export function inSections(questions: readonly FormQuestion[]): SectionOfForm[] {
  const groups: SectionOfForm[] = [];
  for (const question of questions) {
    const group = groups.at(-1);
    if (group && group.section?.id === question.section?.id) group.questions.push(question);
    else groups.push({ section: question.section, questions: [question] });
  }
  return groups;
}

/** A heading with its questions. The script hides it while it hides all of them. */
export function Section({ section, children }: { section: FormQuestion['section']; children: ReactNode }) {
  if (!section) return children;
  const { id, title, introduction } = section;
  const heading = `section_${id}`;
  return (
    <section className="sec" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {introduction && <p>{introduction}</p>}
      {children}
    </section>
  );
}
