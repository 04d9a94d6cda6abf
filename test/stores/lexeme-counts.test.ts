import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLexemeCounts, wantedLexemes } from '../../src/stores/search/lexemes.js';
import { testDatabase } from '../setup/database.js';

const part = fc.oneof(
  fc.constantFrom(
    'cat',
    'cats',
    "o'clock",
    "''",
    '\\',
    "a\\'b",
    'état',
    '猫',
    'e-mail',
    'x:1,2',
    'https://a.b/c?d=1',
    '12A',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.includes('\0')),
);
const lexeme = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((text) => !text.includes('\0'));

const COMPARE = `
SELECT (SELECT json_object_agg(own.lexeme, coalesce(cardinality(own.positions), 1)) FROM unnest(t.tsv) AS own
    WHERE own.lexeme = ANY(t.wanted)) AS expected, ${wantedLexemes('t.tsv', 't.wanted')}::text AS actual
FROM (SELECT given.tsv, given.tsv_lexemes || $2::text[] AS wanted FROM (
  SELECT v.tsv, (tsvector_to_array(v.tsv))[:$3::int] AS tsv_lexemes FROM (VALUES
    (to_tsvector('simple', $1::text)), (to_tsvector('english', $1::text)), (strip(to_tsvector('simple', $1::text))),
    (array_to_tsvector($2::text[]) || to_tsvector('simple', $1::text))) AS v(tsv)) AS given) AS t`;

it('counts of lexemes are those of unnest, for any text', async () => {
  const database = await testDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 30 }),
      fc.array(lexeme, { maxLength: 4 }),
      fc.nat(6),
      async (words, others, taken) => {
        const rows = await database.query<{ expected: Record<string, number> | null; actual: string }>(COMPARE, [
          words.join(' '),
          others,
          taken,
        ]);
        expect(rows).toHaveLength(4);
        for (const { expected, actual } of rows) expect(readLexemeCounts(actual)).toEqual(expected ?? {});
      },
    ),
    { numRuns: 150 },
  );
});
