import { readFileSync } from 'node:fs';
import { getNamedType, getNullableType, isInputObjectType, isListType, type GraphQLInputType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restOperations } from '../rest-compat/openapi/index.js';
import type { DocumentedRoute } from '../rest-compat/openapi/routes.js';
import { buildSchema } from '../src/schema/index.js';
import { sourceFiles } from './architecture/imports.js';
import { graphqlOperations } from './isolation/graphql-operations.js';
import { absentIds, type Ids } from './isolation/ids.js';
import { routeName, toRequest } from './isolation/rest-operations.js';
import { startTestApp, type TestApp } from './helpers/app.js';

let test: TestApp;
let ids: Ids;
let sent = 0;

beforeAll(async () => {
  test = await startTestApp();
  ids = { ...absentIds, project: test.admin.projectId, organization: test.admin.orgId };
});
afterAll(() => test.close());

/** Values that fields refuse, in place of each value that names no object. */
const badTexts = ['', ' \u0000'];

function spoil(value: unknown, text: string): unknown {
  if (typeof value === 'number') return -1;
  if (typeof value === 'string') return Object.values(ids).includes(value) ? value : text;
  if (Array.isArray(value)) return value.map((each) => spoil(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner, text)]));
}

/** Returns the input of a mutation with a bad value in each plain field that it leaves out. */
function withEveryField(given: Record<string, unknown>, type: GraphQLInputType | undefined, text: string): object {
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) return given;
  const bad: Readonly<Record<string, unknown>> = { String: text, Int: -1, Float: -1 };
  const others = Object.values(named.getFields()).flatMap((field): [string, unknown][] => {
    const value = bad[getNamedType(field.type).name];
    return value === undefined ? [] : [[field.name, isListType(getNullableType(field.type)) ? [value] : value]];
  });
  return { ...Object.fromEntries(others), ...given };
}

/** Bodies of a route in which every field has a value of a wrong type. */
function wrongBodies({ body }: DocumentedRoute): object[] {
  const schema = z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  const shape = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])].find((each) => each.properties);
  const names = Object.keys(shape?.properties ?? {});
  return [{ wrong: [1] }, -1].map((value) => Object.fromEntries(names.map((name) => [name, value])));
}

async function send(method: string, url: string, body: unknown): Promise<unknown> {
  sent += 1;
  const answer = await test.app.inject({
    method: method as 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${test.admin.apiKey}`,
      'idempotency-key': `messages-${sent}`,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    // Some routes have limits by address.
    remoteAddress: `10.${sent >> 8}.${sent & 255}.1`,
  });
  return answer.statusCode >= 400 || url === '/graphql' ? JSON.parse(answer.body) : null;
}

/** All texts in an answer. */
function textsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer];
  return answer instanceof Object ? Object.values(answer).flatMap(textsIn) : [];
}

/** Every `{field, messages}` in an answer, and every entry of `extensions.fields`. */
function fieldErrorsIn(answer: unknown): { field: string; messages: string[] }[] {
  if (!(answer instanceof Object)) return [];
  const found = Object.values(answer).flatMap(fieldErrorsIn);
  const entries = Object.entries(answer).map(([name, value]) => [name.replace(/^\w+_/, ''), value] as const);
  const { field, messages, fields } = Object.fromEntries(entries) as Record<string, unknown>;
  if (fields instanceof Object && !Array.isArray(fields))
    for (const [name, list] of Object.entries(fields)) found.push({ field: name, messages: textsIn(list) });
  return typeof field === 'string' && Array.isArray(messages)
    ? [...found, { field, messages: messages.map(String) }]
    : found;
}

const isNameless = (text: string) => /^(It|must|may|is|has|contains|cannot) |[.:] It must /i.test(text);

describe('a validation message', () => {
  it('names its field in every mutation and query of GraphQL', { timeout: 120_000 }, async () => {
    const schema = buildSchema();
    const operations = [...graphqlOperations(schema, 'query'), ...graphqlOperations(schema, 'mutation')].filter(
      // These would remove the caller or its project.
      ({ name }) => !/^(delete(Project|Organization|User)|erase|leave|endSession|updateUser|removeMember)/.test(name),
    );
    const found = new Map<string, string>();
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    for (const { name, document, variables } of operations) {
      const inputType = fields[name.replace(/\(.*/, '')]?.args.find((each) => each.name === 'input')?.type;
      for (const text of badTexts) {
        const spoiled = spoil(variables(ids), text) as Record<string, Record<string, unknown>>;
        const input = spoiled.input && { input: withEveryField(spoiled.input, inputType, text) };
        const answer = await send('POST', '/graphql', { query: document, variables: { ...spoiled, ...input } });
        expect(textsIn(answer).filter(isNameless), document).toEqual([]);
        for (const { field, messages } of fieldErrorsIn(answer))
          messages.forEach((message) => found.set(message, field));
      }
    }
    const own = [...found].filter(([message]) => message.startsWith('`'));
    expect(own.filter(([message, field]) => !message.startsWith(`\`${field.replace(/^input\./, '')}`))).toEqual([]);
    expect(own.length).toBeGreaterThan(6);
  });

  it('names its field in every route of REST', { timeout: 120_000 }, async () => {
    const found = new Set<string>();
    for (const route of await restOperations()) {
      if (/^DELETE .*(organizations|projects|users|members)\//.test(routeName(route))) continue;
      const { method, url, body } = toRequest({ route, without: null }, ids);
      const bodies =
        body === undefined ? [] : [{}, ...wrongBodies(route), ...badTexts.map((text) => spoil(body, text))];
      for (const each of bodies) {
        const texts = textsIn(await send(method, url, each));
        expect(texts.filter(isNameless), routeName(route)).toEqual([]);
        texts.forEach((text) => found.add(text));
      }
    }
    const names = [...found].flatMap((text) => [...text.matchAll(/(?:^|\. )(\w+) (?:must|may|has|contains) /g)]);
    expect(names.map(([, name]) => name).filter((name) => /[A-Z]/.test(name ?? ''))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });

  it('is written nowhere in the source as a sentence about "It"', () => {
    const wrong = ['src', 'rest-compat', 'packages', 'client']
      .flatMap(sourceFiles)
      .filter((file) => !/generated|\/test\//.test(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => /(['"`])(It|Must) [a-z]/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });
});
