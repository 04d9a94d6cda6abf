import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { readRemainRows } from './plant-subject.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('deleteEntity answers what stays, and how long, as docs/privacy.md does', async () => {
  const rows = (await readRemainRows()).filter(({ entity }) => entity !== '—');
  const query = `mutation { deleteEntity(input: { type: USER, name: "ada" }) {
    __typename ... on DeleteEntityPayload { remains { columns content until } }
  } }`;
  const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
  const remains = rows.map(({ columns, content, entity }) => ({ columns, content, until: entity }));
  expect(remains.length).toBeGreaterThan(5);
  expect(body).toEqual({ data: { deleteEntity: { __typename: 'DeleteEntityPayload', remains } } });
});
