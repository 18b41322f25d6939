/**
 * Shows each question that is to be asked, hides the others, and writes how many are answered into `progress`, whose `data-t` is the
 * sentence. A question with conditions has them in `data-if`
 * as `question:option`, divided by spaces where all must hold and by bars where any; it is not counted. A section is hidden while all its
 * questions are.
 */
export function showQuestions(questions: readonly HTMLElement[], progress: HTMLElement): void {
  let answered = 0;
  let total = 0;
  for (const question of questions) {
    const condition = question.dataset['if'];
    if (condition) {
      question.hidden = !isMet(condition, questions);
    } else {
      total++;
      if (isAnswered(question)) answered++;
    }
  }
  for (const question of questions) {
    const section = question.closest<HTMLElement>('.sec');
    if (section) section.hidden = !section.querySelector('[data-q]:not([hidden])');
  }
  const sentence = progress.dataset['t'] || '';
  progress.textContent = sentence.replace('{n}', `${answered}`).replace('{total}', `${total}`);
}

/** A hidden question counts as not answered, so that what depends on it is hidden, too. */
function isMet(conditions: string, questions: readonly HTMLElement[]): boolean {
  const holds = (condition: string) => {
    const [id, option] = condition.split(':');
    const earlier = questions.find((question) => question.dataset['q'] === id);
    return !!earlier && !earlier.hidden && !!earlier.querySelector(`[value="${option}"]:checked`);
  };
  const any = conditions.split('|');
  return any[1] ? any.some(holds) : conditions.split(' ').every(holds);
}

function isAnswered(question: HTMLElement): boolean {
  const text = question.querySelector<HTMLInputElement>('.v');
  return text ? text.value.trim() !== '' : !!question.querySelector(':checked');
}
