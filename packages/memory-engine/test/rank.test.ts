import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQueryOrder } from '../src/rank/query-aim.js';
import { estimateAnswerability } from '../src/rank/answerability.js';
import { rankMemories, type RankedMemory, type RankOptions } from '../src/rank/rank.js';
import { listFactsToRead, orderByReadings } from '../src/rank/readings.js';
import { TRAITS, type PoolMemory, type RankQuery } from '../src/rank/types.js';

const hour = 3_600_000;
const options: RankOptions = { count: 10, threshold: 0 };
const boat = { lexeme: 'boat', word: 'boat', weight: 3, share: 1 };

const memory = (id: string, changes: Partial<PoolMemory> = {}): PoolMemory => ({
  id,
  semantic: 0.1,
  counts: null,
  tokens: 8,
  statementTokens: 8,
  traits: 0,
  run: id,
  owner: 'ada',
  sequence: 1,
  datedAt: 0,
  createdAt: 0,
  actor: null,
  role: 'user',
  source: null,
  origin: null,
  ...changes,
});

const query = (changes: Partial<RankQuery> = {}): RankQuery => ({
  terms: [boat],
  keywordIdeal: 3,
  averageLength: 8,
  actor: null,
  period: null,
  asksFor: { time: false, name: false, role: 'user', past: false },
  ...changes,
});

/** Unrelated memories, so that the pool has a realistic size. */
const others = Array.from({ length: 30 }, (_, index) =>
  memory(`other${String(index).padStart(2, '0')}`, { semantic: 0.05 }),
);
const ids = (results: readonly RankedMemory[]) => results.map((result) => result.memory.id);
const rank = (pool: readonly PoolMemory[], changes: Partial<RankQuery> = {}) =>
  rankMemories([...pool, ...others], query(changes), options).ranked;
const order = (pool: readonly PoolMemory[], changes: Partial<RankQuery> = {}) =>
  ids(rank(pool, changes)).slice(0, pool.length);

describe('an example of the kind of thing that a query names', () => {
  const fact = (id: string, changes: Partial<PoolMemory> = {}) => memory(id, { run: null, ...changes });
  const named = { examples: new Set(['boat']) };
  const facts = Array.from({ length: 30 }, (_, index) => fact(`fact${index}`, { semantic: index / 50 }));
  const search = (pool: readonly PoolMemory[]) =>
    rankMemories([...pool, ...facts], query(), { count: 100, threshold: null });
  const canoe = (changes: Partial<PoolMemory> = {}) => fact('canoe', { semantic: 0.45, ...changes });

  it('comes before facts that match about as well, raises answerability, and changes neither the scores nor the number of other results', () => {
    const [without, found] = [search([canoe()]), search([canoe(named)])];
    expect(without.ranked[0]?.memory.id).not.toBe('canoe');
    expect(found.ranked[0]?.memory.id).toBe('canoe');
    expect(estimateAnswerability(found.answer, query())).toBeGreaterThan(
      estimateAnswerability(without.answer, query()),
    );
    expect(found.answer?.first.id).toBe('canoe');
    const scores = ({ ranked }: typeof found) => new Map(ranked.map((own) => [own.memory.id, own.score]));
    expect(scores(found)).toEqual(scores(without));
  });

  it('stays behind a fact with a much higher score, and its points add up', () => {
    const boat = fact('boat', { semantic: 0.7, counts: { boat: 1 } });
    const { ranked } = search([canoe(named), boat]);
    expect(ids(ranked).slice(0, 2)).toEqual(['boat', 'canoe']);
    for (const { rank: points, explain } of ranked)
      expect(Object.values(explain.rank).reduce((sum, part) => sum + part, 0)).toBeCloseTo(points, 9);
  });
});

describe('a fact without a run', () => {
  const fact = (id: string, changes: Partial<PoolMemory> = {}) => memory(id, { run: null, ...changes });
  const near = { semantic: 0.45 };
  const worded = { semantic: 0.25, counts: { boat: 1 } };
  const terms = [boat, { lexeme: 'color', word: 'color', weight: 3, share: 1 }];
  const firstOf = (pool: readonly PoolMemory[]) =>
    rankMemories(pool, query({ terms, keywordIdeal: 6 }), options).ranked[0]?.memory.id;

  it('with a near meaning comes before a fact with the word of the query, among many facts', () => {
    const facts = others.map(({ id }) => fact(id, { semantic: 0.05 }));
    expect(firstOf([fact('near', near), ...facts, fact('worded', worded)])).toBe('near');
  });

  it('with the emoji that the query consists of comes first, among many facts', () => {
    const emoji = { lexeme: '👍', word: '👍', weight: 3, share: 1 };
    const facts = [
      fact('near', { semantic: 0.35 }),
      ...others.map(({ id }) => fact(id)),
      fact('thumb', { counts: { '👍': 1 } }),
    ];
    expect(rankMemories(facts, query({ terms: [emoji] }), options).ranked[0]?.memory.id).toBe('thumb');
  });

  it('with the word of the query comes first among messages, and among few facts', () => {
    expect(firstOf([fact('near', near), ...others, fact('worded', worded)])).toBe('worded');
    expect(firstOf([fact('near', near), fact('other', { semantic: 0.05 }), fact('worded', worded)])).toBe('worded');
  });
});

describe('the score', () => {
  it('prefers the memory that words and meaning agree on', () => {
    const pool = [
      memory('words', { counts: { boat: 1 } }),
      memory('both', { semantic: 0.5, counts: { boat: 1 } }),
      memory('meaning', { semantic: 0.6 }),
    ];
    expect(order(pool)[0]).toBe('both');
  });

  it('puts the newest or oldest of equal matches first if the query asks for it, and leaves weaker matches behind', () => {
    const pool = [
      memory('middle', { semantic: 0.5, counts: { boat: 1 }, datedAt: 2 * hour }),
      memory('oldest', { semantic: 0.45, counts: { boat: 1 }, datedAt: hour }),
      memory('newest', { semantic: 0.4, counts: { boat: 1 }, datedAt: 3 * hour }),
      memory('weaker', { semantic: 0.4, datedAt: 4 * hour }),
    ];
    expect(order(pool)).toEqual(['middle', 'oldest', 'newest', 'weaker']);
    expect(order(pool, { order: 'newest' })).toEqual(['newest', 'middle', 'oldest', 'weaker']);
    expect(order(pool, { order: 'oldest' })).toEqual(['oldest', 'middle', 'newest', 'weaker']);
    for (const { rank: points, explain } of rank(pool, { order: 'newest' }))
      expect(Object.values(explain.rank).reduce((sum, part) => sum + part, 0)).toBeCloseTo(points, 9);
  });

  it.each([
    ['What was the most recent film?', 'newest'],
    ['Welchen Film sah ich zuletzt?', 'newest'],
    ['When did I first go there?', 'oldest'],
    ['What is my last name?', null],
    ['Where was I last May?', null],
    ['Which first aid kit do I have?', null],
  ])('asks for an order: %s', (text, expected) => {
    expect(readQueryOrder(text)).toBe(expected);
  });

  it('counts the words of its question for an answer, but not in a search by words alone', () => {
    const [before, after] = [
      { run: 'chat', sequence: 1, counts: { boat: 1 }, traits: TRAITS.asks | TRAITS.holdsQuestion },
      { run: 'chat', sequence: 2 },
    ];
    const pool = [memory('question', before), memory('answer', after), memory('elsewhere')];
    const keywordOf = (results: readonly RankedMemory[]) =>
      results.find((result) => result.memory.id === 'answer')?.explain.keyword ?? 0;
    expect(keywordOf(rank(pool))).toBeGreaterThan(0.5);
    expect(ids(rank(pool, { keywordOnly: true }))).toEqual(['question']);
    const told = [memory('question', { ...before, traits: 0 }), memory('answer', after)];
    expect(keywordOf(rank(told))).toBe(0);
  });

  it('prefers an answer to other memories after its question', () => {
    const asked = {
      run: 'r',
      sequence: 4,
      semantic: 0.6,
      counts: { boat: 1 },
      traits: TRAITS.asks + TRAITS.holdsQuestion,
    };
    const pool = [
      memory('question', { ...asked, statementTokens: 0 }),
      memory('answer', { run: 'r', sequence: 5, semantic: 0.2 }),
      memory('elsewhere', { semantic: 0.2 }),
    ];
    expect(order(pool)).toEqual(['answer', 'question', 'elsewhere']);
  });

  it('forms sessions from pauses where there is no run', () => {
    const pool = [
      memory('match', { run: null, sequence: 1, semantic: 0.6, counts: { boat: 1 } }),
      memory('right after', { run: null, sequence: 2, createdAt: hour / 4 }),
      memory('next day', { run: null, sequence: 3, createdAt: 24 * hour }),
      memory('of another user', { run: null, sequence: 4, createdAt: hour / 4, owner: 'tom' }),
    ];
    const neighbors = new Map(rank(pool).map((result) => [result.memory.id, result.explain.rank.neighbors]));
    expect(neighbors.get('right after')).toBeGreaterThan(neighbors.get('next day') ?? 0);
    expect(neighbors.get('next day')).toBeCloseTo(neighbors.get('of another user') ?? 0);
  });

  it('raises a message by the best memory extracted from it, which is at the place of its message', () => {
    const session = { run: 'r', semantic: 0.1 };
    const pool = [
      memory('message', { ...session, sequence: 1 }),
      memory('next message', { ...session, sequence: 2 }),
      memory('right fact', { ...session, sequence: 3, source: 'message', semantic: 0.6, counts: { boat: 1 } }),
      memory('other fact', { ...session, sequence: 4, source: 'message' }),
      memory('fact of an absent message', { ...session, sequence: 5, source: 'absent' }),
    ];
    const results = new Map(rank(pool).map((result) => [result.memory.id, result]));
    const part = (id: string) => results.get(id)?.explain.rank;
    expect(order(pool).slice(0, 2)).toEqual(['right fact', 'message']);
    expect([part('right fact')?.repeat, (part('message')?.repeat ?? 0) < 0]).toEqual([0, true]);
    expect(part('message')?.source).toBeGreaterThan(part('other fact')?.source ?? 0);
    expect(part('next message')?.source).toBe(0);
    // The right fact is no neighbor of the memory that was stored after it.
    expect(part('fact of an absent message')?.neighbors).toBeCloseTo(part('next message')?.neighbors ?? NaN, 2);
  });

  it('prefers what the named actor said and what was said at the named time', () => {
    const period = { from: 100, to: 200 };
    const pool = [
      memory('neither', { semantic: 0.41 }),
      memory('actor', { semantic: 0.4, actor: 'Ada' }),
      memory('both', { semantic: 0.39, actor: 'Ada', datedAt: 150 }),
    ];
    expect(order(pool, { actor: 'Ada', period })).toEqual(['both', 'actor', 'neither']);
  });

  it('prefers a memory that holds the kind of answer the query asks for', () => {
    const pool = [
      memory('plain', { semantic: 0.36 }),
      memory('time', { semantic: 0.35, traits: TRAITS.mentionsTime }),
      memory('name', { semantic: 0.27, traits: TRAITS.mentionsName }),
    ];
    const asks = { role: 'user', past: false, time: false, name: false } as const;
    expect(order(pool)[0]).toBe('plain');
    expect(order(pool, { asksFor: { ...asks, time: true } })[0]).toBe('time');
    expect(order(pool, { asksFor: { ...asks, name: true } })[0]).toBe('name');
  });

  it('prefers the side that the query is about', () => {
    const pool = [memory('user', { semantic: 0.3 }), memory('assistant', { semantic: 0.3, role: 'assistant' })];
    expect(order(pool)).toEqual(['user', 'assistant']);
    expect(order(pool, { asksFor: { time: false, name: false, role: 'assistant', past: false } })).toEqual([
      'assistant',
      'user',
    ]);
  });

  it('leaves embeddings out when asked to, and shows that it did', () => {
    const pool = [memory('meaning', { semantic: 0.9 }), memory('words', { semantic: 0, counts: { boat: 1 } })];
    const results = rank(pool, { keywordOnly: true });
    expect(results[0]).toMatchObject({ memory: { id: 'words' }, explain: { semantic: null, keyword: 1 } });
  });

  it('rests on embeddings alone when the query has no words to look up', () => {
    const results = rank([memory('near', { semantic: 0.6 })], { terms: [], keywordIdeal: 0 });
    expect(results[0]).toMatchObject({ memory: { id: 'near' }, explain: { semantic: 1, keyword: null } });
  });

  it('cuts by threshold and by number', () => {
    const pool = [0.6, 0.5, 0.4].map((semantic, index) => memory(`m${index}`, { semantic }));
    const ranked = (changes: Partial<RankOptions> = {}) =>
      rankMemories(pool, query(), { ...options, ...changes }).ranked;
    const middle = ranked()[1]?.score ?? NaN;
    expect(ids(ranked({ threshold: middle }))).toEqual(ids(ranked()).slice(0, 2));
    expect(ids(ranked({ count: 1 }))).toEqual(ids(ranked()).slice(0, 1));
  });

  it('ends far below the best result without a threshold, and never before it', () => {
    const weak = memory('weak', { semantic: 0.12 });
    const cut = (pool: readonly PoolMemory[]) =>
      ids(rankMemories(pool, query(), { count: 100, threshold: null }).ranked);
    expect(
      cut([memory('answer', { semantic: 0.6, counts: { boat: 1 }, traits: TRAITS.firstPerson }), ...others]),
    ).toEqual(['answer']);
    expect(cut([weak])).toEqual(['weak']);
  });

  it('depends on the memory and the query alone', () => {
    const answer = memory('answer', { semantic: 0.5, counts: { boat: 1 } });
    const score = (pool: readonly PoolMemory[]) =>
      rankMemories([answer, ...pool], query(), { count: 1000, threshold: 0 }).ranked.find(
        (result) => result.memory.id === 'answer',
      )?.score;
    expect(score(others)).toBe(score([]));
    expect(score(others.map((other) => ({ ...other, semantic: 0.45 })))).toBe(score([]));
  });
});

describe('answerability', () => {
  const estimate = (found: PoolMemory, pool: readonly PoolMemory[], changes: Partial<RankQuery> = {}) =>
    estimateAnswerability(rankMemories([found, ...pool], query(changes), options).answer, query(changes));

  it('trusts a cosine less where all memories resemble the query, as in another language', () => {
    const answer = memory('answer', { semantic: 0.7 });
    const alike = others.map((other) => ({ ...other, semantic: 0.45 }));
    expect(estimate(answer, others)).toBeGreaterThan(0.5);
    expect(estimate(answer, alike)).toBeLessThan(estimate(answer, others) - 0.1);
    expect(estimate(answer, alike, { isSelection: true })).toBeGreaterThan(estimate(answer, alike));
  });

  it('is high with an answer and low without one, in a scope of any size', () => {
    for (const pool of [[], others]) {
      expect(estimate(memory('answer', { semantic: 0.6, counts: { boat: 1 } }), pool)).toBeGreaterThan(0.5);
      expect(estimate(memory('nothing', { semantic: 0.07 }), pool)).toBeLessThan(0.1);
    }
    expect(estimateAnswerability(rankMemories([], query(), options).answer, query())).toBe(0);
  });
});

describe('whatever the signals are', () => {
  const cosine = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
  const pools = fc
    .array(
      fc.record({
        semantic: cosine,
        counts: fc.constantFrom(null, { boat: 1 }, { boat: 3 }),
        run: fc.constantFrom('a', 'b', null),
        traits: fc.nat(31),
        actor: fc.constantFrom(null, 'Ada'),
        datedAt: fc.nat(300),
        statementTokens: fc.nat(8),
      }),
      { minLength: 1, maxLength: 25 },
    )
    .map((rows) => rows.map((row, index) => memory(`m${index}`, { ...row, sequence: index })));
  const queries = fc.record({
    actor: fc.constantFrom(null, 'Ada'),
    period: fc.constantFrom(null, { from: 100, to: 200 }),
    keywordOnly: fc.boolean(),
    terms: fc.constantFrom([], [boat]),
  });

  it('scores lie between 0 and 1, ranks fall, and the contributions add up to both', () => {
    fc.assert(
      fc.property(pools, queries, (pool, changes) => {
        const keywordIdeal = changes.terms.reduce((sum, { weight }) => sum + weight, 0);
        const results = rankMemories(pool, query({ ...changes, keywordIdeal }), { count: 1000, threshold: 0 }).ranked;
        if (!changes.keywordOnly && pool.some(({ semantic }) => semantic !== null))
          expect(results).toHaveLength(pool.length);
        const addUp = (parts: Readonly<Record<string, number>>) =>
          Object.values(parts).reduce((total, part) => total + part, 0);
        results.forEach(({ score, rank: own, explain }, index) => {
          expect(score >= 0 && score <= 1).toBe(true);
          expect(own).toBeLessThanOrEqual(results[index - 1]?.rank ?? Infinity);
          expect(addUp(explain.rank)).toBeCloseTo(own, 9);
          expect(1 / (1 + Math.exp(-addUp(explain.contributions)))).toBeCloseTo(score, 9);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('the order of the input does not matter', () => {
    fc.assert(
      fc.property(pools, queries, (pool, changes) => {
        const all = { count: 1000, threshold: 0 };
        const results = (list: readonly PoolMemory[]) => rankMemories(list, query(changes), all).ranked;
        expect(ids(results([...pool].reverse()))).toEqual(ids(results(pool)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('what a reader says of the first facts', () => {
  const fact = (id: string, changes: Partial<PoolMemory> = {}) => memory(id, { run: null, ...changes });
  const facts = [0.5, 0.49, 0.48, 0.47].map((semantic, index) => fact(`fact${index}`, { semantic }));
  const found = (changes: Partial<RankQuery> = {}, threshold: number | null = null) =>
    rankMemories(facts, query(changes), { count: 10, threshold });
  const readings = (...values: readonly number[]) =>
    new Map(values.map((value, index) => [`fact${index}`, value] as const));

  it('puts the one first that clearly answers better, and changes no score and no other place', () => {
    const { ranked } = found();
    const ordered = orderByReadings(ranked, readings(-3, -3, 3));
    expect(ids(ordered)).toEqual(['fact2', 'fact0', 'fact1', 'fact3']);
    const scoreOf = (results: readonly RankedMemory[]) =>
      Object.fromEntries(results.map(({ memory: { id }, score }) => [id, score]));
    expect(scoreOf(ordered)).toEqual(scoreOf(ranked));
    const [first] = ordered;
    expect(Object.values(first?.explain.rank ?? {}).reduce((sum, points) => sum + points, 0)).toBeCloseTo(
      first?.rank ?? NaN,
      9,
    );
  });

  it('keeps the order where the readings are close, where the rank is far apart, and where the first was not read', () => {
    const { ranked } = found();
    expect(orderByReadings(ranked, readings(0, 0.9))).toBe(ranked);
    expect(orderByReadings(ranked, readings())).toBe(ranked);
    const far = rankMemories([...facts, fact('best', { semantic: 0.9 })], query(), options).ranked;
    expect(ids(orderByReadings(far, new Map([...readings(2), ['best', 0]])))[0]).toBe('best');
  });

  it('reads the first three whatever the threshold, one where a time or an order by date places them, and none without words, for a long text or by keywords alone', () => {
    const listed = (changes?: Partial<RankQuery>, threshold?: number, text = 'Which boat?') =>
      listFactsToRead(found(changes, threshold).leading, text, query(changes)).map(({ memory: { id } }) => id);
    expect(listed()).toEqual(['fact0', 'fact1', 'fact2']);
    expect(listed({}, 0.999)).toEqual(['fact0', 'fact1', 'fact2']);
    expect(listed({ order: 'newest' })).toHaveLength(1);
    expect(listed({}, 0, '⛵')).toEqual([]);
    expect(listed({}, 0, `Which boat? ${'Long ago, '.repeat(20)}`)).toEqual([]);
    expect(listed({ keywordOnly: true })).toEqual([]);
  });

  it('moves answerability both ways', () => {
    const { answer } = found();
    const [less, without, more] = [{ answers: -4 }, {}, { answers: 4 }].map((read) =>
      estimateAnswerability(answer, query(), read),
    );
    expect(less).toBeLessThan(without ?? NaN);
    expect(more).toBeGreaterThan(without ?? NaN);
  });
});
