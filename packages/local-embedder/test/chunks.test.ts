import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIntoChunks } from '../src/chunks.js';

describe('chunks of a long text', () => {
  it('leaves a text that a model reads whole alone', () => {
    expect(splitIntoChunks('')).toEqual([]);
    expect(splitIntoChunks('word '.repeat(200))).toEqual([]);
  });

  it('covers everything, in pieces of at most 400 characters that overlap', () => {
    const text = Array.from({ length: 700 }, (_, index) => `word${index}`).join(' ');
    const chunks = splitIntoChunks(text);
    expect(chunks.every((chunk) => chunk.length <= 400 && text.includes(chunk))).toBe(true);
    const covered = new Set(chunks.join(' ').split(' '));
    expect(text.split(' ').every((word) => covered.has(word))).toBe(true);
    const [first = '', second = ''] = chunks;
    expect(first.includes(second.slice(0, 40))).toBe(true);
  });

  it('covers the answer of an assistant after its beginning in few pieces', () => {
    const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    const chunks = splitIntoChunks(text, 'assistant');
    expect(chunks.join('').replaceAll(' ', '')).toBe(text.slice(1_000).replaceAll(' ', ''));
    expect(chunks.length).toBe(2);
    expect(splitIntoChunks(text.repeat(20), 'assistant').length).toBe(2);
    expect(splitIntoChunks('word '.repeat(200), 'assistant')).toEqual([]);
  });

  it('ends for every text, with at most 160 chunks', () => {
    const texts = fc.string({ maxLength: 5_000, unit: fc.constantFrom('a', ' ', '\n', '語') });
    fc.assert(
      fc.property(texts, fc.nat(40), (text, times) => {
        expect(splitIntoChunks(text.repeat(times)).length).toBeLessThanOrEqual(160);
      }),
      { numRuns: 40 },
    );
  });
});
