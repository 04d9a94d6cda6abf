import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressNames,
  findNames,
  learnNames,
  maskNames,
  namedActor,
  queryWords,
  findSpeakerLabel,
  type NameScope,
} from '../src/words/names.js';
import { expectDenseQuery, planQuery } from '../src/rank/query-plan.js';

const scope = (
  query: string,
  changes: Partial<NameScope> & { documents?: Record<string, number> } = {},
): NameScope => ({
  memories: 100,
  actors: [],
  terms: queryWords(query).map((word) => ({
    word,
    lexeme: word.toLowerCase(),
    documents: changes.documents?.[word] ?? 1,
  })),
  ...changes,
});

describe('finding names', () => {
  it('knows the actors of the scope by full name and by parts, in any case and with a possessive', () => {
    const known = (query: string) => findNames(query, scope(query, { actors: ['Ada Lovelace', 'Grace'] })).known;
    expect(known("What is Ada's favourite engine?")).toEqual(['Ada']);
    expect(known('what did ada say')).toEqual(['ada']);
    expect(known('Did Ada Lovelace meet Grace?')).toEqual(['Ada', 'Lovelace', 'Grace']);
  });

  it('takes a name that is also a word for a name only where it has a capital', () => {
    const known = (query: string) => findNames(query, scope(query, { actors: ['Will', 'Grace', 'travel'] })).known;
    expect(known('Will Will visit grace falls with travel money?')).toEqual(['Will']);
    expect(known('What will the plan cost?')).toEqual([]);
  });

  it('never takes a role for a name', () => {
    expect(findNames('What does the User want?', scope('', { actors: ['user', 'User', 'assistant'] })).known).toEqual(
      [],
    );
  });

  it('takes a capitalised word of a dozen memories for a name when there are no actors', () => {
    const query = "When did Nadia repair Omar's boat in Porto?";
    const found = findNames(query, scope(query, { documents: { Nadia: 12, "Omar's": 40, Porto: 50 } }));
    expect(found).toEqual({ known: [], frequent: ['Nadia', 'Omar'] });
    expect(findNames(query, scope(query, { documents: { Nadia: 11 } })).frequent).toEqual([]);
  });

  it('guesses names whatever else is stored, but not from the first word, or from months and abbreviations', () => {
    const query = 'Books that Nadia and NASA published in May or June?';
    const documents = Object.fromEntries(queryWords(query).map((word) => [word, 15]));
    for (const memories of [20, 20_000])
      expect(findNames(query, scope(query, { memories, documents })).frequent).toEqual(['Nadia']);
  });

  it('finds a name written without spaces around it', () => {
    expect(findNames('田中さんの趣味は何ですか', scope('', { actors: ['田中'] })).known).toEqual(['田中']);
    expect(maskNames('田中さんの趣味は何ですか', ['田中'])).toBe('さんの趣味は何ですか');
  });

  it('names the one actor that is asked about, and none when there are two', () => {
    expect(namedActor("What is Ada's hobby?", ['Ada Lovelace', 'Bob'])).toBe('Ada Lovelace');
    expect(namedActor('Do Ada and Bob row?', ['Ada Lovelace', 'Bob'])).toBeNull();
    expect(namedActor('Who rows?', ['Ada Lovelace', 'Bob'])).toBeNull();
  });
});

describe('known names', () => {
  it('say what the plan of a query will embed', () => {
    const query = "How did Ada and Bob like Bob's boat?";
    const own = scope(query, { actors: ['Ada'], documents: { Bob: 20, "Bob's": 30, boat: 40 } });
    const known = learnNames(undefined, query, own);
    expect(known).toEqual({ actors: ['Ada'], frequent: ['Bob'] });
    expect(expectDenseQuery(query, known)).toBe('How did you and you like your boat?');
    expect(expectDenseQuery(query, known)).toBe(planQuery(query, own).denseQuery);
  });

  it('follow the scope', () => {
    const known = learnNames(undefined, 'And Bob?', scope('And Bob?', { documents: { Bob: 20 } }));
    const other = learnNames(known, 'And Eve?', scope('And Eve?', { actors: ['Leo'], documents: { Eve: 20 } }));
    expect(other).toEqual({ actors: ['Leo'], frequent: ['Eve', 'Bob'] });
    expect(learnNames(other, 'And Bob?', scope('And Bob?')).frequent).toEqual(['Eve']);
  });
});

describe('masking', () => {
  it('removes names with their endings and leaves the rest as it was', () => {
    expect(maskNames("What does Ada think of Bob's new boat, Bob?", ['Ada', 'Bob'])).toBe(
      'What does think of new boat,?',
    );
    expect(maskNames('What did Adam say to Ada about boats?', ['Ada'])).toBe('What did Adam say to about boats?');
  });

  it('leaves a query that is about nothing but a name', () => {
    expect(maskNames('Who is Ada?', ['Ada'])).toBe('Who is Ada?');
    expect(maskNames('Tell me everything about Ada', ['Ada'])).toBe('Tell me everything about Ada');
    expect(maskNames('Ada', ['Ada'])).toBe('Ada');
  });

  it('addresses the people of an English question, so that the sentence stays whole', () => {
    const names = ['Ada', 'Bob'];
    expect(addressNames("What does Ada think of Bob's boat?", names)).toBe('What does you think of your boat?');
    expect(addressNames('Wo hat Ada ihr Boot gekauft?', names)).toBe('Wo hat ihr Boot gekauft?');
    expect(addressNames('Who is Ada?', names)).toBe('Who is Ada?');
  });

  it('reads a speaker label, not a heading, a time or an address', () => {
    expect(findSpeakerLabel('Ada Lovelace: I moved.')).toBe('Ada Lovelace');
    for (const text of [
      'Note: buy milk',
      'User: hi',
      'https://example.org',
      'ada: hi',
      'Ada:',
      'We met at 10: it was cold',
    ]) {
      expect(findSpeakerLabel(text)).toBeNull();
    }
  });

  it('never returns an empty query for one that is not empty', () => {
    const words = fc.constantFrom('Ada', "Bob's", 'who', 'is', 'boat', '?', 'Ada.', '(', '田中', '*', '[Ada]');
    const queries = fc.oneof(
      fc.array(words, { minLength: 1 }).map((parts) => parts.join(' ')),
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(
        queries,
        fc.array(fc.oneof(fc.constantFrom('Ada', 'Bob', '田中', '', '(', '.*'), fc.string())),
        (query, names) => {
          expect(maskNames(query, names).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('the query plan', () => {
  it('removes known names from both halves', () => {
    const query = 'Where did Ada buy boats?';
    const plan = planQuery(query, scope(query, { actors: ['Ada'], documents: { Ada: 40 } }));
    expect(plan.denseQuery).toBe('Where did you buy boats?');
    expect(plan.terms.map((term) => term.lexeme)).not.toContain('ada');
    expect(plan).toMatchObject({ actor: 'Ada', names: ['Ada'] });
  });

  it('keeps a quarter of the keyword weight of a guessed name', () => {
    const query = 'Where did Nadia buy boats?';
    const weightOf = (documents: Record<string, number>, memories: number) =>
      planQuery(query, scope(query, { memories, documents })).terms.find((term) => term.lexeme === 'nadia')?.weight ??
      0;
    expect(weightOf({ Nadia: 20 }, 100)).toBeCloseTo(0.25 * Math.log(1 + 80.5 / 20.5));
    expect(weightOf({ Nadia: 5 }, 100)).toBeCloseTo(Math.log(1 + 95.5 / 5.5));
  });

  it('looks for the name when the query holds nothing else', () => {
    const query = 'Who is Ada?';
    const plan = planQuery(query, {
      memories: 50,
      actors: ['Ada'],
      terms: [{ word: 'Ada', lexeme: 'ada', documents: 20 }],
    });
    expect(plan).toMatchObject({ denseQuery: query, terms: [{ lexeme: 'ada' }], names: [] });
    expect(plan.keywordIdeal).toBeGreaterThan(0);
  });

  it('still looks for a name whose neighbours in the query are unknown to the index', () => {
    const query = 'Ada 🛶🛶 paddling';
    const plan = planQuery(query, {
      memories: 50,
      actors: ['Ada'],
      terms: [{ word: 'Ada', lexeme: 'ada', documents: 20 }],
    });
    expect(plan.terms).toHaveLength(1);
  });

  it('has no terms for a query of stop words', () => {
    expect(planQuery('what is it', { memories: 5, actors: [], terms: [] })).toMatchObject({
      terms: [],
      keywordIdeal: 0,
      denseQuery: 'what is it',
    });
  });
});
