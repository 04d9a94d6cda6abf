import { describe, expect, it } from 'vitest';
import { formatTypedDay, readTypedDay } from '../../dashboard/src/components/typed-day.js';

describe('a typed day', () => {
  it('is read as a person writes it, or as ISO 8601', () => {
    expect(['23 Nov 2026', '23 november 2026', '2026-11-23', ' 2026-11-23 '].map((text) => readTypedDay(text))).toEqual(
      Array(4).fill('2026-11-23'),
    );
    expect(readTypedDay('23 Nov 2026, 18:42', true)).toBe('2026-11-23T18:42');
    expect(readTypedDay('2026-11-23T18:42:09', true)).toBe('2026-11-23T18:42:09');
    expect(readTypedDay('2026-11-23', true)).toBe('2026-11-23T00:00');
    expect(readTypedDay('')).toBe('');
  });

  it('is refused if the calendar has no such day, or the text is incomplete', () => {
    const wrong = ['30 Feb 2026', '2026-13-01', '11/23/2026', '23 Nov', 'tomorrow', '23 No 2026', '23 Nov 2026 18:42'];
    expect(wrong.map((text) => readTypedDay(text))).toEqual(wrong.map(() => null));
    expect(readTypedDay('23 Nov 2026, 25:00', true)).toBeNull();
  });

  it('is shown with the month as a word', () => {
    expect(formatTypedDay('2026-11-23')).toBe('23 Nov 2026');
    expect(formatTypedDay('2026-11-23T18:42')).toBe('23 Nov 2026, 18:42');
    expect(formatTypedDay('11/23')).toBe('11/23');
  });
});
