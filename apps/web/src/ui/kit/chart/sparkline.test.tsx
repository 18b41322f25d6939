// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderAt, screen } from '../../../testing/render.tsx';
import { Sparkline } from './sparkline.tsx';

it('draws a line with gaps where there are no values, and a dot for a value that stands alone', async () => {
  await renderAt(<Sparkline values={[0, 100, null, 50, null, null, 20, 30]} label="Score by week" />);
  const drawn = screen.getByRole('img', { name: 'Score by week' });
  expect(drawn.querySelectorAll('polyline')).toHaveLength(2);
  expect(drawn.querySelectorAll('circle')).toHaveLength(1);
  const [first] = drawn.querySelectorAll('polyline');
  // A high value is drawn above a low one.
  expect(
    first
      ?.getAttribute('points')
      ?.split(' ')
      .map((point) => Number(point.split(',')[1])),
  ).toEqual([21, 3]);
});
