// @vitest-environment jsdom
import { deliveryCalendar } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, setWindowWidth, waitFor, within } from '../../../testing/render.tsx';
import { HOSPITAL, signIn } from '../../../testing/sign-in.ts';
import { toZoned } from '../../../ui/kit/time/zoned-time.ts';

const api = startApiServer();

const dayOf = (day: string, more: Partial<deliveryCalendar.CalendarDay> = {}): deliveryCalendar.CalendarDay => ({
  day,
  groups: [],
  reminders: 0,
  steps: 0,
  runs: [],
  ...more,
});

const DAYS = [
  dayOf('2026-11-02', { groups: [{ kind: 'survey', channel: 'sms', sent: 1200, waiting: 0 }] }),
  dayOf('2026-11-20'),
  dayOf('2026-11-24', {
    groups: [
      { kind: 'reminder', channel: 'email', sent: 0, waiting: 7 },
      { kind: 'survey', channel: 'sms', sent: 0, waiting: 30 },
    ],
    reminders: 5,
    steps: 3,
    runs: [
      {
        broadcast_id: 4,
        survey_id: 2,
        survey_title: 'Your stay with us',
        list_name: 'Former patients',
        at: '2026-11-24T09:30:00.000Z',
        people: 240,
      },
    ],
  }),
];

function answer(more: Partial<deliveryCalendar.DeliveryCalendar> = {}): void {
  api.answer(deliveryCalendar.getDeliveryCalendar, { data: { today: '2026-11-20', overdue: 0, days: DAYS, ...more } });
}

async function renderCalendar({
  address = '/deliveries/calendar?month=2026-11',
  country = 'IE',
  more = ['broadcasts.list'],
} = {}) {
  signIn({ permissions: ['deliveries.list', ...more], application: { ...HOSPITAL, country } });
  return renderScreen(address);
}

const cellOf = async (name: string): Promise<HTMLElement> => {
  const cell = (await screen.findByRole('link', { name })).closest('td');
  if (!cell) throw new Error('the day is in no cell');
  return cell;
};
const queryAsked = () => api.requestsTo(deliveryCalendar.getDeliveryCalendar)[0]?.query;

describe('the calendar of deliveries', () => {
  it('says of a day what is planned, by what and by which channel, and apart from it what is expected', async () => {
    answer();
    await renderCalendar();
    const cell = await cellOf('Deliveries of Tuesday 24 November 2026');
    await waitFor(() => expect(cell.textContent).toContain('Planned37'));
    expect(
      within(cell)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Surveys · SMS30',
      'Reminders · E-mail7',
      'More reminders, at most5',
      'Steps of pathways, at most3',
      '09:30 Your stay with usFormer patientsOn the list now240',
    ]);
    screen.getByText(/is not guessed here/);
    expect((await cellOf('Deliveries of Monday 2 November 2026')).textContent).toContain('Sent1,200Surveys · SMS1,200');
    expect((await cellOf('Deliveries of Friday 20 November 2026')).getAttribute('aria-current')).toBe('date');
  });

  it('opens the deliveries of a day, and those that were sent or wait', async () => {
    answer();
    const { user, at } = await renderCalendar();
    const planned = await screen.findByRole('link', { name: 'Planned for Tuesday 24 November 2026: 37' });
    expect(planned.getAttribute('href')).toBe('/deliveries/index?from=2026-11-24&to=2026-11-24&step=waiting');
    const sent = screen.getByRole('link', { name: 'Sent on Monday 2 November 2026: 1,200' });
    expect(sent.getAttribute('href')).toBe('/deliveries/index?from=2026-11-02&to=2026-11-02&step=sent');
    expect(screen.getByRole('link', { name: 'Your stay with us' }).getAttribute('href')).toBe('/surveys/2/broadcast/4');
    await user.click(screen.getByRole('link', { name: 'Deliveries of Monday 2 November 2026' }));
    expect(at()).toEqual({ path: '/deliveries/index', search: { from: '2026-11-02', to: '2026-11-02' } });
  });

  it('links no broadcast for somebody who may not open it', async () => {
    answer();
    await renderCalendar({ more: [] });
    await screen.findByText('Your stay with us');
    expect(screen.queryByRole('link', { name: 'Your stay with us' })).toBeNull();
  });

  it('names what waits from days that have passed, and leads to it', async () => {
    answer({ overdue: 12 });
    await renderCalendar();
    const link = await screen.findByRole('link', { name: 'Planned for earlier days and still waiting: 12' });
    expect(link.getAttribute('href')).toBe('/deliveries/index?step=waiting&to=2026-11-19&sort=send_at');
  });

  it.each([
    ['IE', 'Mon', '2026-10-26', '2026-12-06'],
    ['US', 'Sun', '2026-11-01', '2026-12-05'],
    ['EG', 'Sat', '2026-10-31', '2026-12-04'],
  ])('begins its weeks as they begin in %s', async (country, weekday, from, to) => {
    answer();
    await renderCalendar({ country });
    expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe(weekday);
    await waitFor(() => expect(queryAsked()).toEqual({ from, to }));
  });

  it('shows this month first, and leads to the months before and after', async () => {
    answer();
    const { user, at } = await renderCalendar({ address: '/deliveries/calendar' });
    const month = toZoned(new Date().toISOString(), 'Europe/Dublin').slice(0, 7);
    const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-IE', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await screen.findByRole('region', { name });
    await user.click(screen.getByRole('link', { name: 'Next month' }));
    expect(String(at().search['month']) > month).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Today' }));
    expect(at().search).toEqual({});
  });

  it('lists the days with something on a phone, and says when there are none', async () => {
    setWindowWidth(390);
    answer();
    await renderCalendar();
    const list = await screen.findByRole('list', { name: 'Calendar' });
    expect(
      within(list)
        .getAllByRole('heading', { level: 3, name: /Deliveries of/ })
        .map((one) => one.textContent),
    ).toEqual(['Monday 2 November 2026', 'Tuesday 24 November 2026']);
  });

  it('says that a month is empty on a phone', async () => {
    setWindowWidth(390);
    answer({ days: [dayOf('2026-11-02')] });
    await renderCalendar();
    expect(await screen.findByText('Nothing in this month')).toBeDefined();
  });

  it('can be asked again when it could not be loaded', async () => {
    api.refuse(deliveryCalendar.getDeliveryCalendar, 500, { message: 'Out of order.' });
    const { user } = await renderCalendar();
    const again = await screen.findByRole('button', { name: 'Retry' });
    answer();
    await user.click(again);
    expect(await screen.findByText('Your stay with us')).toBeDefined();
  });
});
