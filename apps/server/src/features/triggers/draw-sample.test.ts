import { describe, expect, it } from 'vitest';
import { isLeftOut } from './draw-sample.ts';

const VISITS = Array.from({ length: 20_000 }, (_, id) => ({ patient_id: id % 900, visit_id: id + 1 }));
const draw = (config: { sample_percent?: number; sample_seed?: string; survey_id?: number }) =>
  new Set(VISITS.filter((visit) => !isLeftOut({ filters: {}, delay: 0, survey_id: 1, ...config }, visit)));

describe('a sample', () => {
  it('is as large as its share says, within what chance allows', () => {
    for (const sample_percent of [1, 10, 25, 50, 99]) {
      const expected = (VISITS.length * sample_percent) / 100;
      // Five standard deviations of a binomial draw. The seed is fixed, so the test always says the same.
      const deviation = 5 * Math.sqrt(expected * (1 - sample_percent / 100));
      expect(Math.abs(draw({ sample_percent }).size - expected)).toBeLessThan(deviation);
    }
  });

  it('is everybody without a share, or with all of it', () => {
    expect(draw({}).size).toBe(VISITS.length);
    expect(draw({ sample_percent: 100 }).size).toBe(VISITS.length);
  });

  it('is of the same people when it is drawn again, and of others with another seed or survey', () => {
    const drawn = draw({ sample_percent: 30, sample_seed: 'spring' });
    expect(draw({ sample_percent: 30, sample_seed: 'spring' })).toEqual(drawn);
    for (const other of [{ sample_seed: 'autumn' }, { sample_seed: 'spring', survey_id: 2 }]) {
      const both = [...draw({ sample_percent: 30, ...other })].filter((visit) => drawn.has(visit)).length;
      // 9 % of 20,000 are in two independent samples of 30 %.
      expect(both / VISITS.length).toBeCloseTo(0.09, 2);
    }
  });

  it('contains everybody whom a smaller share contains', () => {
    const larger = draw({ sample_percent: 50 });
    for (const visit of draw({ sample_percent: 25 })) expect(larger.has(visit)).toBe(true);
  });

  it('draws a patient without a visit', () => {
    const config = { filters: {}, delay: 0, survey_id: 1, sample_percent: 50 };
    const outcomes = Array.from({ length: 200 }, (_, id) => isLeftOut(config, { patient_id: id, visit_id: null }));
    expect(new Set(outcomes).size).toBe(2);
  });
});
