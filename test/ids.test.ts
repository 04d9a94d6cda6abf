import { afterEach, describe, expect, it, vi } from 'vitest';
import { isUuid, newId, prefixedId } from '../src/ids.js';

afterEach(() => {
  vi.useRealTimers();
});

const millisecondsOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe('newId', () => {
  it('makes version 7 UUIDs that carry the time of their creation', () => {
    vi.useFakeTimers({ now: new Date('2100-01-01T00:00:00Z') });
    const id = newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(millisecondsOf(id)).toBe(Date.parse('2100-01-01T00:00:00Z'));
  });

  it('keeps the order of creation within a millisecond, beyond what its counter holds, and when the clock steps back', () => {
    vi.useFakeTimers({ now: new Date('2101-01-01T00:00:00Z') });
    const ids = Array.from({ length: 10_000 }, newId);
    vi.setSystemTime(new Date('2100-06-01T00:00:00Z'));
    ids.push(newId());
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('prefixedId', () => {
  it('puts 22 url-safe random characters behind the prefix', () => {
    expect(prefixedId('org')).toMatch(/^org_[\w-]{22}$/);
    expect(prefixedId('proj')).toMatch(/^proj_[\w-]{22}$/);
    expect(new Set(Array.from({ length: 1_000 }, () => prefixedId('wh'))).size).toBe(1_000);
  });
});

describe('isUuid', () => {
  it('accepts what a uuid column accepts as an id of ours, in either case', () => {
    expect(isUuid(newId())).toBe(true);
    expect(isUuid(newId().toUpperCase())).toBe(true);
  });

  it.each([
    '',
    'no-such-id',
    'org_abc',
    `${'0'.repeat(8)}-0000-0000-0000-00000000000g`,
    ' 01890000-0000-7000-8000-000000000000',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
