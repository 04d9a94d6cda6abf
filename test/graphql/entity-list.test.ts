import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

interface Listed {
  readonly name: string;
  readonly memoryCount: number;
}

/** The long form uses as many entities as a large project. */
const rows = Number(process.env.ENTITY_ROWS ?? 250);

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  const add = (input: object, content: string) =>
    test
      .as(test.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], infer: false, ...input });
  await add({ user_id: 'ada', agent_id: 'tutor' }, 'Ada plays the violin.');
  await add({ user_id: 'ada', agent_id: 'tutor' }, 'Ada lives in Lisbon.');
  await add({ user_id: 'Kay', agent_id: 'tutor' }, 'Kay plays the drums.');
  await add({ user_id: 'ada', expiration_date: '2020-01-01' }, 'Ada is in Rome.');
  await test.app.services.database.query(
    `INSERT INTO entities (project_id, type, name, created_at, updated_at)
     SELECT $1, 'run', 'run ' || n % 7 || ' ' || n, now() - n * interval '1 hour', now() - n % 13 * interval '1 minute' FROM generate_series(1, $2::int) AS n`,
    [test.admin.projectId, rows],
  );
});
afterAll(() => test.close());

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const { body } = await test
    .as(test.admin.apiKey)
    .rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const list = `query List($type: EntityType, $search: String, $orderBy: EntityOrder, $first: Int, $after: String, $last: Int, $before: String) {
  entities(type: $type, search: $search, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { name memoryCount createdAt updatedAt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
interface Page {
  readonly entities: {
    readonly totalCount: number;
    readonly nodes: readonly Listed[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly startCursor: string;
      readonly endCursor: string;
    };
  };
}

describe('entities', () => {
  it.each(
    ['CREATED_AT', 'UPDATED_AT', 'NAME', 'MEMORY_COUNT'].flatMap((field) => [
      { field, direction: 'ASC' },
      { field, direction: 'DESC' },
    ]),
  )('lists each entity once, sorted by $field $direction, forward and backward', async (orderBy) => {
    const walk = async (size: 'first' | 'last') => {
      const found: Listed[] = [];
      let cursor = null as string | null;
      for (;;) {
        const position = size === 'first' ? { after: cursor } : { before: cursor };
        const { entities } = await ask<Page>(list, { orderBy, [size]: 100, ...position });
        found.push(...(size === 'first' ? entities.nodes : [...entities.nodes].reverse()));
        const { pageInfo } = entities;
        if (!(size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return found;
        cursor = size === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
      }
    };
    const forward = await walk('first');
    expect(new Set(forward.map(({ name }) => name)).size).toBe(rows + 3);
    expect(forward).toHaveLength(rows + 3);
    expect([...(await walk('last'))].reverse()).toEqual(forward);
    const field = { CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt', NAME: 'name', MEMORY_COUNT: 'memoryCount' }[
      orderBy.field
    ] as keyof Listed;
    const values = forward.map((row) => row[field]);
    const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(orderBy.direction === 'ASC' ? sorted : sorted.reverse());
  });

  it('finds a part of the name in any case, literally, with the number of matches', async () => {
    const byName = { orderBy: { field: 'NAME', direction: 'ASC' } };
    const find = async (search: string) => {
      const { entities } = await ask<Page>(list, { search, ...byName });
      return [entities.totalCount, ...entities.nodes.map(({ name, memoryCount }) => `${name}: ${memoryCount}`)];
    };
    expect(await find('KA')).toEqual([1, 'Kay: 1']);
    expect(await find('ada')).toEqual([1, 'ada: 2']);
    expect(await find('%')).toEqual([0]);
    expect((await find(''))[0]).toBe(rows + 3);
    expect((await ask<Page>(list, { search: 'RUN 3 ', type: 'USER' })).entities.totalCount).toBe(0);
  });

  it('names categories and related entities', async () => {
    const query = `query Relations($type: EntityType!, $name: String!) {
      entity(type: $type, name: $name) { relatedEntities { type name sharedMemoryCount } categories { name memoryCount } }
    }`;
    const { entity } = await ask<{ entity: { relatedEntities: unknown; categories: unknown[] } }>(query, {
      type: 'AGENT',
      name: 'tutor',
    });
    expect(entity.relatedEntities).toEqual([
      { type: 'USER', name: 'ada', sharedMemoryCount: 2 },
      { type: 'USER', name: 'Kay', sharedMemoryCount: 1 },
    ]);
    expect(entity.categories).toEqual([
      { name: 'music', memoryCount: 2 },
      { name: 'personal_details', memoryCount: 1 },
    ]);
    expect((await ask<{ entity: unknown }>(query, { type: 'USER', name: 'Kay' })).entity).toMatchObject({
      relatedEntities: [{ type: 'AGENT', name: 'tutor', sharedMemoryCount: 1 }],
    });
  });

  it('refuses cursors of another order and searches that no name can match', async () => {
    const { entities } = await ask<Page>(list, { first: 1, orderBy: { field: 'NAME', direction: 'ASC' } });
    const refused = async (variables: object) => {
      const { body } = await test
        .as(test.admin.apiKey)
        .rest<{ errors: { message: string; extensions: { code: string } }[] }>('POST', '/graphql', {
          query: list,
          variables,
        });
      return body.errors.map(({ extensions: { code } }) => code);
    };
    expect(await refused({ after: entities.pageInfo.endCursor })).toEqual(['BAD_USER_INPUT']);
    expect(await refused({ search: 'x'.repeat(256) })).toEqual(['BAD_USER_INPUT']);
  });
});
