import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchMemories, type MemoryChangeFrame } from '../../src/resolvers/memory/watch-memories.js';
import { uploadMemories } from '../../src/resolvers/import/upload-memories.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { as, people, tenant } from '../helpers/context.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const MUTATION = `mutation Upload($input: ImportMemoriesInput!) {
  importMemories(input: $input) {
    __typename
    ... on ImportMemoriesPayload { foundCount importedCount knownCount leftOutCount leftOut { recordId reason } }
    ... on ValidationError { fields { field messages } }
    ... on Error { message }
  }
}`;

interface Uploaded {
  readonly data: { readonly importMemories: Record<string, unknown> };
}

const upload = async (input: object, key = test.admin.apiKey) =>
  (await test.as(key).rest<Uploaded>('POST', '/graphql', { query: MUTATION, variables: { input } })).body.data
    .importMemories;

const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const texts = async () =>
  (await test.app.services.database.query<{ text: string }>('SELECT text FROM memories ORDER BY sequence')).map(
    ({ text }) => text,
  );

describe('importMemories', () => {
  it('counts in a dry run, stores once, and says what was left out', async () => {
    const input = { format: 'CLAUDE', content: await fixture('claude.json'), userId: 'rosa' };
    const counts = { __typename: 'ImportMemoriesPayload', foundCount: 3, leftOutCount: 1 };
    const leftOut = [{ recordId: '9a000000-0000-4000-8000-000000000013', reason: 'The record has no text.' }];
    expect(await upload({ ...input, dryRun: true })).toEqual({
      ...counts,
      importedCount: 2,
      knownCount: 0,
      leftOut,
    });
    expect(await texts()).toEqual([]);
    expect(await upload(input)).toEqual({ ...counts, importedCount: 2, knownCount: 0, leftOut });
    expect(await upload(input)).toEqual({ ...counts, importedCount: 0, knownCount: 2, leftOut });
    expect(await texts()).toEqual(['My garden faces north', 'Ferns like that.']);
  });

  it('stores the texts and owners of a CSV export as they were', async () => {
    const admin = test.as(test.admin.apiKey);
    const contents = ['=1+1', "'=1+1", '+351 is my prefix', '- buy tea', "'tis me", '\tindented'];
    for (const content of contents)
      await admin.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content }],
        user_id: '@rosa',
        infer: false,
      });
    await admin.rest('POST', '/v1/exports/', { format: 'csv', user_id: '@rosa' });
    await idle(test.app.services);
    const chunks = await test.app.services.database.query<{ content: string }>('SELECT content FROM export_chunks');
    await test.app.services.database.query('DELETE FROM memories');
    await upload({ format: 'CSV', content: chunks.map(({ content }) => content).join('') });
    expect(await texts()).toEqual(contents);
    const { body } = await admin.rest('GET', '/v1/memories/user/@rosa/?page_size=1');
    expect(body).toMatchObject({ count: contents.length });
  });

  it('sends each memory to those who follow the changes of memories', async () => {
    const { services } = test.app;
    const { ada } = await people(services);
    const { projectId } = await tenant(services, [[ada, 'OWNER']]);
    const frames = await watchMemories(as(services, ada), { projectId });
    const content = ['Rosa rows', 'Rosa sails'].map((text) => JSON.stringify({ text, user_id: 'rosa' })).join('\n');
    await uploadMemories(as(services, ada), { projectId, format: 'jsonl', content });
    const seen = [await frames.next(), await frames.next()].map(({ value }) => value as MemoryChangeFrame);
    expect(seen).toMatchObject([
      { kind: 'changed', change: 'ADD', value: { text: 'Rosa rows' } },
      { kind: 'changed', change: 'ADD', value: { text: 'Rosa sails' } },
    ]);
    await frames.return?.();
  });

  it('lists the creation of a memory from the future before its changes, and keeps its time', async () => {
    await upload({
      format: 'JSONL',
      content: JSON.stringify({ id: 'a', text: 'Rosa rows', user_id: 'rosa', created_at: '2040-01-01T00:00:00Z' }),
    });
    const admin = test.as(test.admin.apiKey);
    const [memory] = (await admin.rest<[{ id: string; created_at: string }]>('GET', '/v1/memories/?user_id=rosa')).body;
    expect(memory.created_at).toBe('2040-01-01T00:00:00.000Z');
    await admin.rest('PUT', `/v1/memories/${memory.id}/`, { text: 'Rosa sails' });
    const { body } = await admin.rest<{ event: string }[]>('GET', `/v1/memories/${memory.id}/history/`);
    expect(body.map(({ event }) => event)).toEqual(['ADD', 'UPDATE']);
  });

  it('counts more records in a request than a function takes arguments', async () => {
    const count = 150_000;
    const uploaded = await upload({ format: 'JSONL', content: '{}\n'.repeat(count), dryRun: false });
    expect(uploaded).toMatchObject({ foundCount: count, importedCount: 0, leftOutCount: count });
  });

  it('imports every record of an id that a file has twice with different texts or owners', async () => {
    const lines = [
      { id: 'a', text: 'Rosa rows', user_id: 'rosa' },
      { id: 'a', text: 'Rosa reads', user_id: 'rosa' },
      { id: 'a', text: 'Rosa rows', user_id: 'eva' },
      { id: 'a', text: 'Rosa rows', user_id: 'rosa' },
      // The first two of the next batch.
      ...Array.from({ length: 96 }, (_, index) => ({ id: `f${index}`, text: `Fact ${index}`, user_id: 'rosa' })),
      { id: 'a', text: 'Rosa sings', user_id: 'rosa' },
      { id: 'a', text: 'Rosa reads', user_id: 'rosa' },
    ];
    const input = { format: 'JSONL', content: lines.map((line) => JSON.stringify(line)).join('\n') };
    const counts = { foundCount: 102, leftOutCount: 0, leftOut: [] };
    const first = { __typename: 'ImportMemoriesPayload', ...counts, importedCount: 100, knownCount: 2 };
    expect(await upload({ ...input, dryRun: true })).toEqual(first);
    expect(await upload(input)).toEqual(first);
    const rosa = (await texts()).filter((text) => text.startsWith('Rosa'));
    expect(rosa).toEqual(['Rosa rows', 'Rosa reads', 'Rosa rows', 'Rosa sings']);
    const again = { ...first, importedCount: 0, knownCount: 102 };
    expect(await upload({ ...input, dryRun: true })).toEqual(again);
    expect(await upload(input)).toEqual(again);
    expect(await texts()).toHaveLength(100);
  });

  it('does not bring back a memory that was deleted since, also in a project that keeps no texts of deleted ones', async () => {
    const { services } = test.app;
    await services.database.query('UPDATE projects SET keep_deleted_text = false');
    const content = ['Rosa rows', 'Rosa reads'].map((text) => JSON.stringify({ id: text, text, user_id: 'rosa' }));
    const input = {
      format: 'JSONL',
      content: content.join('\n'),
      upload: { key: 'rosa.jsonl', partNumber: 1, partCount: 1 },
    };
    expect(await upload(input)).toMatchObject({ importedCount: 2 });
    const [{ id } = { id: '' }] = await services.database.query<{ id: string }>(
      "SELECT id FROM memories WHERE text = 'Rosa rows'",
    );
    expect((await test.as(test.admin.apiKey).rest('DELETE', `/v1/memories/${id}/`)).status).toBe(200);
    expect(await upload(input)).toMatchObject({ importedCount: 0, knownCount: 2 });
    expect(await texts()).toEqual(['Rosa reads']);
  });

  it.each([',', ';', '\t'])('reads CSV with the delimiter %j of its header', async (delimiter) => {
    const rows = [
      ['text', 'user_id', '"my; own,\tcolumn"'],
      ['"Rosa rows, and reads; often"', 'rosa', '1'],
      ['Tea: 3', 'rosa', '"a""b"'],
    ];
    const content = `\uFEFF${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
    expect(await upload({ format: 'CSV', content })).toMatchObject({ foundCount: 2, importedCount: 2, leftOut: [] });
    expect(await texts()).toEqual(['Rosa rows, and reads; often', 'Tea: 3']);
  });

  it('names the columns of a CSV file without a column for the text, and those that it may have', async () => {
    const says = (message: string) => ({
      __typename: 'ValidationError',
      fields: [{ field: 'input.content', messages: [message] }],
    });
    const input = { format: 'CSV', content: 'owner;note\nrosa;Rosa rows' };
    expect(await upload(input)).toMatchObject(
      says(
        'No column has the text of the memories. The columns are owner, note. Expected text, memory, content, fact, or the column that a mapping names.',
      ),
    );
    expect(await upload({ ...input, mapping: '{"text": "notes"}' })).toMatchObject(
      says('The mapping names the column notes. The columns are owner, note.'),
    );
  });

  it.each([',', ';', '\t'])('ignores a column without a name, as of row numbers: delimiter %j', async (delimiter) => {
    const rows = [
      ['', 'text', 'user_id'],
      ['0', 'Rosa rows', 'rosa'],
      ['1', 'Eva swims', 'eva'],
    ];
    const content = rows.map((row) => row.join(delimiter)).join('\n');
    expect(await upload({ format: 'CSV', content })).toMatchObject({ importedCount: 2, leftOut: [] });
    const narrow = rows.map((row) => row.slice(0, 2).join(delimiter)).join('\n');
    expect(await upload({ format: 'CSV', content: narrow, userId: 'ada' })).toMatchObject({
      importedCount: 2,
      leftOut: [],
    });
    const stored = await test.app.services.database.query(
      'SELECT text, user_id, agent_id, run_id, metadata FROM memories ORDER BY sequence',
    );
    const rest = { agentId: null, runId: null, metadata: null };
    expect(stored).toEqual([
      { text: 'Rosa rows', userId: 'rosa', ...rest },
      { text: 'Eva swims', userId: 'eva', ...rest },
      { text: 'Rosa rows', userId: 'ada', ...rest },
      { text: 'Eva swims', userId: 'ada', ...rest },
    ]);
  });

  it('reads times as databases and spreadsheets write them', async () => {
    const times = [
      ['2025-12-31 14:30:00+00', '2025-12-31T14:30:00.000Z'],
      ['2025-12-31 14:30:00.123-05', '2025-12-31T19:30:00.123Z'],
      ['2025-12-31 14:30:00 UTC', '2025-12-31T14:30:00.000Z'],
      ['2025-12-31 14:30:00 +0200', '2025-12-31T12:30:00.000Z'],
      ['2025-12-31T14:30', '2025-12-31T14:30:00.000Z'],
      ['31.12.2025 14:30', '2025-12-31T14:30:00.000Z'],
      ['12/31/2025 2:30 PM', '2025-12-31T14:30:00.000Z'],
      ['12/31/2025 14:30', '2025-12-31T14:30:00.000Z'],
      ['Wed, 31 Dec 2025 14:30:00 GMT', '2025-12-31T14:30:00.000Z'],
    ] as const;
    const content = times.map(([time], index) =>
      JSON.stringify({ text: `Fact ${index}`, user_id: 'rosa', created_at: time }),
    );
    expect(await upload({ format: 'JSONL', content: content.join('\n') })).toMatchObject({ leftOut: [] });
    const stored = await test.app.services.database.query<{ createdAt: Date }>(
      'SELECT created_at FROM memories ORDER BY sequence',
    );
    expect(stored.map(({ createdAt }) => createdAt.toISOString())).toEqual(times.map(([, time]) => time));
  });

  it('leaves out a record with a time that cannot be read, and names the field', async () => {
    const times = {
      created_at: 'yesterday',
      updated_at: true,
      event_date: '2026-13-01',
      expiration_date: '31.12.2026',
    };
    const lines = Object.entries(times).map(([name, value]) => ({
      id: name,
      text: name,
      user_id: 'rosa',
      [name]: value,
    }));
    const fine = { id: 'fine', text: 'Rosa rows', user_id: 'rosa', created_at: '', updated_at: null };
    const content = [...lines, fine].map((line) => JSON.stringify(line)).join('\n');
    const reason = (field: string) =>
      `\`${field}\` cannot be read. Write the time in ISO 8601, such as 2026-01-31T14:30:00Z.`;
    expect(await upload({ format: 'JSONL', content })).toEqual({
      __typename: 'ImportMemoriesPayload',
      foundCount: 5,
      importedCount: 1,
      knownCount: 0,
      leftOutCount: 4,
      leftOut: [
        { recordId: 'created_at', reason: reason('created_at') },
        { recordId: 'updated_at', reason: reason('updated_at') },
        { recordId: 'event_date', reason: reason('event_date') },
        { recordId: 'expiration_date', reason: '`expiration_date` cannot be read. Write the day as YYYY-MM-DD.' },
      ],
    });
    expect(await texts()).toEqual(['Rosa rows']);
    const rows = ['text,user_id,Date', 'Rosa sails,rosa,soon', 'Rosa swims,rosa,later'].join('\n');
    const leftOut = { recordId: 'without an ID', reason: reason('Date') };
    expect(await upload({ format: 'CSV', content: rows, mapping: '{"createdAt": "Date"}' })).toMatchObject({
      leftOutCount: 2,
      leftOut: [leftOut, leftOut],
    });
  });

  it('names the input field that is wrong', async () => {
    expect(await upload({ format: 'CSV', content: 'a,b\n1' })).toMatchObject({
      __typename: 'ValidationError',
      fields: [{ field: 'input.content', messages: ['Record 2 has 1 cells; the header has 2.'] }],
    });
    expect(await upload({ format: 'CSV', content: '', mapping: '{' })).toMatchObject({
      fields: [{ field: 'input.mapping', messages: ['`mapping` must be JSON.'] }],
    });
  });

  it.each([['input.fileName'], ['input.upload.fileName']])('refuses a name of a file with NUL in %s', async (field) => {
    const given = { format: 'JSON', content: '[]', fileName: 'a.json' };
    const named = field === 'input.fileName' ? { fileName: 'a\0.json' } : {};
    const part = { key: 'a digest', partNumber: 1, fileName: 'a\0.json' };
    expect(await upload({ ...given, ...named, ...(field !== 'input.fileName' && { upload: part }) })).toMatchObject({
      __typename: 'ValidationError',
      fields: [{ field, messages: [expect.stringContaining('cannot be stored')] }],
    });
  });

  it('cuts a long name of a file between two characters', async () => {
    const fileName = `${'a'.repeat(199)}😀.json`;
    const content = '[{"text": "Rosa rows", "user_id": "rosa"}]';
    expect(await upload({ format: 'JSON', content, fileName })).toMatchObject({ importedCount: 1 });
  });

  it('leaves out a memory of the user "*", which stands for any user in a filter', async () => {
    const content = '[{"id": "1", "text": "Rosa rows", "user_id": "*"}]';
    const reason = 'The id of its user, agent, app or run may not be "*", which matches any ID in filters.';
    const leftOut = [{ recordId: '1', reason }];
    expect(await upload({ format: 'JSON', content })).toMatchObject({ importedCount: 0, leftOut });
  });

  it('imports the other messages of a conversation beside one whose role cannot be stored', async () => {
    const message = (role: string, id: string) => ({
      message: { id, author: { role }, content: { parts: ['Rosa rows.'] }, create_time: 1_767_225_600 },
    });
    const mapping = { a: message('user', 'a'), b: message(`bot\0${'x'.repeat(1_000)}`, 'b') };
    const content = JSON.stringify([{ conversation_id: 'c', mapping }]);
    expect(await upload({ format: 'CHATGPT', content, userId: 'rosa' })).toMatchObject({
      importedCount: 1,
      leftOut: [{ recordId: 'b', reason: `The record is a message of the role bot${'x'.repeat(160)}` }],
    });
  });

  it('keeps two projects apart: the same file is imported into each', async () => {
    const { services } = test.app;
    const { ada, bob } = await people(services);
    const [first, second] = [await tenant(services, [[ada, 'OWNER']]), await tenant(services, [[bob, 'OWNER']])];
    const content = await fixture('mem0.json');
    const one = await uploadMemories(as(services, ada), { projectId: first.projectId, format: 'mem0', content });
    const two = await uploadMemories(as(services, bob), { projectId: second.projectId, format: 'mem0', content });
    expect([one.report.memories.imported, two.report.memories.imported]).toEqual([2, 2]);
    const hidden = uploadMemories(as(services, ada), { projectId: second.projectId, format: 'mem0', content });
    await expect(hidden).rejects.toThrow('Project not found.');
  });

  it('is refused for a READER', async () => {
    const { services } = test.app;
    const { ada } = await people(services);
    const { projectId } = await tenant(services, [[ada, 'READER']]);
    const refused = uploadMemories(as(services, ada), { projectId, format: 'jsonl', content: '{}' });
    await expect(refused).rejects.toThrow('You do not have permission to change the memories of this project.');
  });
});
