// @vitest-environment jsdom
import { outcomeScores, pathways, surveys } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { enrolmentOf, pathwayOf } from '../../testing/pathway-records.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const PATHWAY = pathwayOf();

beforeEach(() => {
  signIn({ permissions: ['surveys.list', 'surveys.view', 'surveys.update', 'messages.list'] });
  api.answer(surveys.listSurveys, pageOf([{ id: 4, title: 'Recovery' }] as surveys.SurveySummary[]));
  api.answer(outcomeScores.listOutcomeScores, pageOf<outcomeScores.OutcomeScore>([]));
  api.answer(pathways.getPathway, { data: PATHWAY });
});

it('the list says on which days is asked, and how many people are in it', async () => {
  api.answer(pathways.listPathways, pageOf([PATHWAY, { ...PATHWAY, id: 8, title: 'Knees', active: false }]));
  await renderScreen('/pathways/index');
  await screen.findByText('Knees');
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/New hip.*Days 0 · 42.*In use.*12.*3.*1/);
  expect(second).toMatch(/Knees.*Switched off/);
});

describe('a pathway', () => {
  it('shows for each step what it came to, in words and figures', async () => {
    await renderScreen('/pathways/7');
    const [first, second] = within(await screen.findByRole('region', { name: 'Steps' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.tagName === 'OL')
      .map(({ textContent }) => textContent);
    expect(first).toMatch(/Day 0.*At home.*Recovery.*Answered: 6.*Can still answer: 2.*75%.*answered/);
    expect(second).toMatch(/Day 42.*only if day 0 was answered.*Nobody has come this far yet/);
  });

  it('shows how a score went from step to step, and nothing of fewer than five people', async () => {
    const score: pathways.CourseOfScore = {
      score_id: 9,
      title: 'Function',
      higher_is_better: true,
      least: 0,
      most: 100,
      steps: [
        { day: 0, answered: 62, mean: 41.25, interval: { from: 38.5, to: 44 } },
        { day: 42, answered: 3, mean: null, interval: null },
      ],
    };
    api.answer(pathways.getPathway, { data: { ...PATHWAY, scores: [score] } });
    await renderScreen('/pathways/7');
    const panel = await screen.findByRole('region', { name: 'Function, step by step' });
    const [first, second] = within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(first).toMatch(/Day 0.*At home.*95 % interval 38\.5 to 44 · people: 62.*41\.3.*mean/);
    expect(second).toMatch(/Day 42.*Six weeks.*Fewer than five people/);
    expect(panel.textContent).toContain('From 0 to 100; more is better.');
  });

  it('says that nothing puts patients into it', async () => {
    api.answer(pathways.getPathway, { data: { ...PATHWAY, trigger_ids: [] } });
    await renderScreen('/pathways/7');
    expect((await screen.findByRole('status')).textContent).toContain('No trigger puts patients into this pathway');
  });

  it('is deleted after the question, and stays where the server refuses', async () => {
    api.refuse(pathways.deletePathway, 409, { message: 'People were in this pathway.' });
    const { user, at } = await renderScreen('/pathways/7');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('alert')).textContent).toContain('People were in this pathway.');
    expect(at().path).toBe('/pathways/7');
  });
});

describe('the form', () => {
  it('makes a pathway of steps, one after the other', async () => {
    api.answer(pathways.createPathway, { data: PATHWAY });
    const { user, at } = await renderScreen('/pathways/create');
    await user.type(
      await screen.findByLabelText(/^Title/, { selector: '[name="title"], [data-autofocus]' }),
      'New hip',
    );
    const step = (number: number) => within(screen.getByRole('group', { name: `Step ${number}` }));
    await user.type(step(1).getByLabelText(/^Title/), 'At home');
    await user.click(step(1).getByRole('combobox', { name: /^Survey/ }));
    await user.click(await screen.findByRole('option', { name: 'Recovery' }));
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    await user.type(step(2).getByLabelText(/^Title/), 'Six weeks');
    await user.click(step(2).getByRole('combobox', { name: 'Ask' }));
    await user.click(await screen.findByRole('option', { name: 'Who answered' }));
    await user.click(screen.getByRole('button', { name: 'Create pathway' }));
    await waitFor(() => expect(at().path).toBe('/pathways/7'));
    const [sent] = api.requestsTo(pathways.createPathway).map(({ body }) => body);
    expect(sent).toMatchObject({
      pathway: {
        title: 'New hip',
        active: true,
        steps: [
          { id: null, title: 'At home', survey_id: 4, after_days: 0, only_if: null },
          { title: 'Six weeks', survey_id: 4, after_days: 42, only_if: { day: 0, is: 'answered' } },
        ],
      },
    });
  });

  it('moves a condition with the day that it names', async () => {
    api.answer(pathways.updatePathway, { data: PATHWAY });
    const { user } = await renderScreen('/pathways/7/edit');
    const first = within(await screen.findByRole('group', { name: 'Step 1' }));
    await user.type(first.getByLabelText(/^On day/), '7');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.requestsTo(pathways.updatePathway)).toHaveLength(1));
    expect(api.requestsTo(pathways.updatePathway)[0]?.body).toMatchObject({
      pathway: {
        version: 2,
        steps: [
          { id: 70, after_days: 7 },
          { id: 71, after_days: 42, only_if: { day: 7 } },
        ],
      },
    });
  });

  it('asks for what is missing', async () => {
    const { user } = await renderScreen('/pathways/create');
    await user.click(await screen.findByRole('button', { name: 'Create pathway' }));
    const summary = await screen.findByRole('alert', { name: 'Some fields need another look' });
    expect(summary.textContent).toMatch(/Title: Enter a title\..*Choose a survey\./);
    expect(api.requestsTo(pathways.createPathway)).toEqual([]);
  });
});

it('the people in pathways are shown with the state of each step', async () => {
  api.answer(pathways.listPathways, pageOf([PATHWAY]));
  api.answer(pathways.listEnrolments, pageOf([enrolmentOf()]));
  await renderScreen('/pathways/people');
  const row = within((await screen.findByText('Quill, Dara')).closest('tr') as HTMLElement);
  expect(row.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Day 0: Answered',
    'Day 42: To come (In the hospital again)',
  ]);
  expect(row.getByText('In progress')).toBeDefined();
});
