import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDecayFactor } from '../src/rank/decay.js';

const now = new Date('2026-03-01T08:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
const touched = (days: number, touches = 1) => getDecayFactor({ lastAt: ago(days), touches, legacyAt: now }, now);
const legacy = (days: number) => getDecayFactor({ lastAt: null, touches: 0, legacyAt: ago(days) }, now);

describe('decay', () => {
  it('goes from 1.5 just after a touch to 0.3 after years', () => {
    expect([0, 1, 3, 14, 28, 365, 100_000].map((days) => Math.round(touched(days) * 100) / 100)).toEqual([
      1.5, 1.2, 0.9, 0.51, 0.42, 0.31, 0.3,
    ]);
  });

  it('is slower the more touches there were, up to twenty of them', () => {
    expect([1, 5, 20, 100].map((touches) => touched(3, touches))).toEqual([
      0.9,
      touched(3, 5),
      touched(3, 20),
      touched(3, 20),
    ]);
    expect(touched(3, 5)).toBeGreaterThan(0.9);
    expect(touched(3, 20)).toBeGreaterThan(touched(3, 5));
  });

  it('gives a memory without touches 1 at most, also one that is dated in the future', () => {
    expect([legacy(-365), legacy(0), legacy(3), legacy(3650)]).toEqual([1, 1, 0.9, 0.301]);
  });

  it('stays within 0.3 and 1.5 and never grows with time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 40_000, noNaN: true }),
        fc.double({ min: 0, max: 1_000, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (days, later, touches) => {
          expect(touched(days, touches)).toBeGreaterThanOrEqual(touched(days + later, touches));
          expect(touched(days, touches)).toBeLessThanOrEqual(1.5);
          expect(touched(days, touches)).toBeGreaterThanOrEqual(0.3);
        },
      ),
    );
  });
});
