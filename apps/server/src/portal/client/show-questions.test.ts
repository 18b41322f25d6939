// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { showQuestions } from './show-questions.ts';

const choice = (id: number, options: number[], condition = '') => `
  <fieldset data-q="${id}" ${condition ? `data-if="${condition}"` : ''}>
    ${options.map((option) => `<input type="radio" name="question_${id}" value="${option}">`).join('')}
  </fieldset>`;

beforeEach(() => {
  document.body.innerHTML = `
    ${choice(1, [11, 12])}
    ${choice(2, [21, 22], '1:12')}
    <section class="sec"><h2>Food</h2><div data-q="3" data-if="2:22"><textarea class="v"></textarea></div></section>
    <div data-q="4"><textarea class="v"></textarea></div>
    <p id="p" data-t="{n} of {total} answered"></p>`;
  update();
});

function update(): void {
  const progress = document.getElementById('p');
  if (progress) showQuestions(Array.from(document.querySelectorAll<HTMLElement>('[data-q]')), progress);
}

function choose(option: number): void {
  const input = document.querySelector<HTMLInputElement>(`[value="${option}"]`);
  if (input) input.checked = true;
  update();
}

function write(id: number, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(`[data-q="${id}"] textarea`);
  if (field) field.value = text;
  update();
}

const shown = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-q]'))
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => Number(dataset['q']));
const progress = () => document.getElementById('p')?.textContent;

it('hides a question until its condition holds, and what depends on it with it', () => {
  expect(shown()).toEqual([1, 4]);
  choose(12);
  expect(shown()).toEqual([1, 2, 4]);
  choose(22);
  expect(shown()).toEqual([1, 2, 3, 4]);
  choose(11);
  expect(shown()).toEqual([1, 4]);
});

it('asks for all conditions of a question, or for any', () => {
  document.body.insertAdjacentHTML(
    'afterbegin',
    `${choice(5, [51, 52])}${choice(6, [61, 62])}${choice(7, [71], '5:51 6:61')}${choice(8, [81], '5:51|6:61')}`,
  );
  update();
  const extra = () => shown().filter((id) => id > 4);
  expect(extra()).toEqual([5, 6]);
  choose(51);
  expect(extra()).toEqual([5, 6, 8]);
  choose(61);
  expect(extra()).toEqual([5, 6, 7, 8]);
  choose(52);
  expect(extra()).toEqual([5, 6, 8]);
});

it('hides a section while none of its questions is shown', () => {
  const isHidden = () => document.querySelector<HTMLElement>('.sec')?.hidden;
  expect(isHidden()).toBe(true);
  choose(12);
  choose(22);
  expect(isHidden()).toBe(false);
  choose(11);
  expect(isHidden()).toBe(true);
});

it('counts what is answered, without questions that have a condition', () => {
  expect(progress()).toBe('0 of 2 answered');
  choose(12);
  choose(21);
  expect(progress()).toBe('1 of 2 answered');
  write(4, '   ');
  expect(progress()).toBe('1 of 2 answered');
  write(4, 'The night was loud.');
  expect(progress()).toBe('2 of 2 answered');
});
