import { keepDraft } from './keep-draft.ts';
import { rememberLargeText } from './remember-large-text.ts';
import { sendOnce } from './send-once.ts';
import { showQuestions } from './show-questions.ts';

/*
 * The script of every patient's page. Without it the page still asks and sends: the script keeps answers as they are given, shows a
 * question only when its condition holds, counts what is answered, remembers larger text, and sends the form once.
 */
rememberLargeText();

const form = document.querySelector<HTMLFormElement>('#f');
const button = document.getElementById('s');
const progress = document.getElementById('p');
const errors = document.getElementById('errors');
if (form && button && progress) {
  const questions = Array.from(form.querySelectorAll<HTMLElement>('[data-q]'));
  const update = () => showQuestions(questions, progress);
  form.addEventListener('input', update);
  sendOnce(form, button, keepDraft(form, questions));
  // When the browser restores the page from its memory, answers may have changed since it was last updated.
  addEventListener('pageshow', update);
  document.documentElement.classList.add('live');
  progress.parentElement?.removeAttribute('hidden');
  update();
  if (errors) errors.focus();
}
