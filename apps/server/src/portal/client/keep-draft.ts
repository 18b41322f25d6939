/** Milliseconds after the last change before the answers are stored. */
const DELAY_MS = 700;

/**
 * Stores the answers on the server while they are given, so that the same link shows them on another day. The first touch of the
 * page also stores them, even when nothing was changed. A form without `data-draft` (on a kiosk) stores nothing. A request that
 * fails is not repeated: the next change stores all answers.
 * @returns a function that cancels what is about to be stored, for when the form is sent
 */
export function keepDraft(form: HTMLFormElement, questions: readonly HTMLElement[]): () => void {
  const address = form.dataset['draft'];
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
  };
  if (!address) return stop;
  const save = () => {
    stop();
    fetch(address, {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ feedback: { responses: questions.map(readResponse) } }),
    }).catch(() => {});
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, DELAY_MS);
  };
  form.addEventListener('input', saveSoon);
  document.addEventListener('pointerdown', saveSoon, { once: true });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && timer) save();
  });
  return stop;
}

/** The answers to one question, as `PUT /feedback/{token}/draft` reads them. */
function readResponse(question: HTMLElement) {
  const text = question.querySelector<HTMLInputElement>('.v');
  const chosen = question.querySelectorAll<HTMLInputElement>(':checked');
  return {
    question_id: Number(question.dataset['q']),
    text: text && text.value,
    option_ids: Array.from(chosen, ({ value }) => Number(value)),
  };
}
