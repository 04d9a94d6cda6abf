import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mapRecord, guessMapping } from '../../dashboard/src/pages/import/mapping.js';
import { fitsRequests, toProductParts, toRecordParts } from '../../dashboard/src/pages/import/import-parts.js';
import { parseFile } from '../../dashboard/src/pages/import/parse-file.js';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

it('reads CSV with quotes, line breaks, semicolons and a byte order mark', () => {
  const text = '\uFEFFmemory;user id;note\r\n"Says ""hi"";\nthen leaves";ada;\n\nPlain;kay;x\n';
  expect(parseFile(text)).toEqual({
    columns: ['memory', 'user id', 'note'],
    records: [
      { line: 2, values: { memory: 'Says "hi";\nthen leaves', 'user id': 'ada' } },
      { line: 5, values: { memory: 'Plain', 'user id': 'kay', note: 'x' } },
    ],
    problems: [],
  });
});

it('reads lists inside JSON objects, and names the broken lines of JSON Lines', () => {
  expect(parseFile('{"results": [{"memory": "a"}, 3]}')).toEqual({
    columns: ['memory'],
    records: [{ line: 1, values: { memory: 'a' } }],
    problems: [{ line: 2, message: 'Not a JSON object' }],
  });
  expect(parseFile('{"text": "a"}\n{"text": \n{"text": "b"}').problems).toEqual([
    { line: 2, message: 'Not valid JSON' },
  ]);
});

it('maps columns by name and refuses records without text, owner or a readable date', () => {
  const mapping = { ...guessMapping(['memory', 'user_id', 'created_at', 'metadata', 'mood']), keepsOthers: true };
  const map = (values: object) => mapRecord({ line: 1, values: { ...values } }, mapping);
  expect(
    map({ memory: ' a ', user_id: 7, created_at: 1_700_000_000, metadata: '{"k":1}', mood: 'calm' }).memory,
  ).toEqual({
    text: ' a ',
    userId: '7',
    createdAt: '2023-11-14T22:13:20.000Z',
    metadata: { k: 1, mood: 'calm' },
  });
  expect(map({ user_id: 'ada' }).problem).toBe('The record has no text.');
  expect(map({ memory: 'a' }).problem).toBe('No owner');
  expect(map({ memory: 'a', user_id: 'ada', created_at: 'soon' }).problem).toBe(
    '`created_at` cannot be read. Write the time in ISO 8601, such as 2026-01-31T14:30:00Z.',
  );
  expect(map({ memory: 'a', user_id: 'ada', metadata: '[1]' }).problem).toBe('The metadata are not a JSON object');
  expect(map({ memory: 'a', user_id: 2 ** 60 }).problem).toMatch(
    /^The owner 1152921504606847000 is too large for a number/,
  );
});

it.each([
  ['05.04.2025', '2025-04-05T00:00:00.000Z'],
  ['31.12.2025 14:30', '2025-12-31T14:30:00.000Z'],
  ['2025-04-05 14:30', '2025-04-05T14:30:00.000Z'],
  ['12/31/2025', '2025-12-31T00:00:00.000Z'],
  ['2025', '2025-01-01T00:00:00.000Z'],
  [' ', undefined],
])('reads the time %j as the server does, in UTC', (time, at) => {
  const { TZ } = process.env;
  process.env['TZ'] = 'America/New_York';
  try {
    const values = { text: 'a', user_id: 'ada', created_at: time };
    const { memory } = mapRecord({ line: 1, values }, guessMapping(Object.keys(values)));
    expect(memory?.createdAt).toBe(at);
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
});

it('names the line of a quotation mark without a second one, which would swallow the rest of a file', () => {
  expect(parseFile('text,user_id\nI row.,ada\n"I sail.,ada\nI ski.,ada\n')).toEqual({
    columns: ['text', 'user_id'],
    records: [{ line: 2, values: { text: 'I row.', user_id: 'ada' } }],
    problems: [{ line: 3, message: 'A quotation mark has no second one' }],
  });
});

it('refuses CSV whose columns would be mixed up, as the server does', () => {
  expect(() => parseFile('text,text,user_id\na,b,ada\n')).toThrow('The header has the column text twice.');
  expect(() => parseFile('text,user_id\ra,ada\r')).toThrow(
    'The lines of the file end with CR alone. Save the file with LF or CRLF.',
  );
});

it('splits files into requests, and gives equal records equal IDs', () => {
  const memory = (text: string) => ({ text, userId: 'ada' });
  const records = Array.from({ length: 501 }, (_, index) => ({
    line: index + 1,
    memory: memory(`Fact ${index % 500}`),
    problem: null,
  }));
  const [first, second] = toRecordParts(records);
  const ids = (content = '') => content.split('\n').map((line) => (JSON.parse(line) as { id: string }).id);
  expect([first?.count, second?.count, ids(first?.content)[0] === ids(second?.content)[0]]).toEqual([500, 1, true]);
  expect(first?.lines.get(ids(first.content)[7] ?? '')).toBe(8);
  const product = { format: 'CHATGPT', name: 'conversations.json' } as const;
  const conversations = Array.from({ length: 3 }, () => ({ title: 'ü'.repeat(300_000) }));
  const parts = toProductParts(JSON.stringify(conversations), product);
  expect(parts.map(({ count, fileName }) => [count, fileName])).toEqual([
    [1, 'part.jsonl'],
    [1, 'part.jsonl'],
    [1, 'part.jsonl'],
  ]);
  expect(fitsRequests(parts)).toBe(true);
  expect(fitsRequests(toProductParts(JSON.stringify({ a: 'ü'.repeat(1_000_000) }), product))).toBe(false);
});

describePages('the import page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const csv = 'note,person\nAda plays the violin.,ada\n,ada\nKay plays the drums.,\nAda plays the violin.,ada\n';

  it('maps columns, shows a preview, stores each record once and reports', async () => {
    const page = await app.signedIn('/dashboard/import');
    const choose = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const run = async () => {
      await choose();
      await chooseOption(page.getByRole('combobox', { name: 'Text', exact: true }), 'note');
      await chooseOption(page.getByRole('combobox', { name: 'User ID', exact: true }), 'person');
      await page.getByText('2 to import, 2 not sent').waitFor();
      await page.getByLabel('User ID of records without an owner').fill('guest');
      await page.getByText('3 to import, 1 not sent').waitFor();
      await page.getByRole('button', { name: 'Import 3 memories' }).click();
    };
    await run();
    await page.getByText('3 of 3: 2 imported, 1 stored already, 0 left out, 1 not sent').waitFor();
    await page.getByRole('region', { name: 'Import report' }).getByText('Line 3').waitFor();
    const query = '{ memories(orderBy: { field: CREATED_AT, direction: ASC }) { totalCount nodes { text userId } } }';
    const { memories } = await held<{ memories: { totalCount: number; nodes: unknown[] } }>(app, query);
    expect(memories.nodes).toHaveLength(2);
    expect(memories.nodes).toContainEqual({ text: 'Kay plays the drums.', userId: 'guest' });
    await page.reload();
    await run();
    await page.getByText('Import finished').waitFor();
    expect(await held(app, '{ memories { totalCount } }')).toEqual({ memories: { totalCount: 2 } });
    expect(app.problems).toEqual([]);
  });

  it('checks a file of another product, then imports it', async () => {
    const page = await app.signedIn('/dashboard/import');
    await chooseOption(page.getByRole('combobox', { name: 'File format' }), 'Claude export (conversations.json)');
    await page
      .locator('input[type=file]')
      .setInputFiles(fileURLToPath(new URL('../import/fixtures/claude.json', import.meta.url)));
    await page.getByLabel('User ID of records without an owner').fill('rosa');
    await page.getByRole('button', { name: 'Check file' }).click();
    await page.getByText('3 of 3: 2 imported, 0 stored already, 1 left out, 0 not sent').waitFor();
    await page.getByRole('heading', { name: 'Left out: the server cannot store these records' }).waitFor();
    await page.getByText('Record 9a000000-0000-4000-8000-000000000013').waitFor();
    expect(await held(app, '{ memories { totalCount } }')).toEqual({ memories: { totalCount: 0 } });
    await page.getByRole('button', { name: 'Import file' }).click();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    expect(await held(app, '{ memories { totalCount nodes { userId } } }')).toEqual({
      memories: { totalCount: 2, nodes: [{ userId: 'rosa' }, { userId: 'rosa' }] },
    });
    expect(app.problems).toEqual([]);
  });

  it('may be closed after the upload: the server imports the rest', async () => {
    const page = await app.signedIn('/dashboard/import');
    const lines = Array.from({ length: 1_200 }, (_, index) =>
      JSON.stringify({ text: `Fact ${index}`, user_id: 'ada' }),
    );
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'facts.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
    await page.getByRole('button', { name: 'Import 1,200 memories' }).click();
    await page.getByText('You can close this page').waitFor();
    await page.goto('about:blank');
    const count = async () =>
      (await held<{ memories: { totalCount: number } }>(app, '{ memories { totalCount } }')).memories;
    await expect.poll(count, { timeout: 60_000 }).toEqual({ totalCount: 1_200 });
    expect(app.problems).toEqual([]);
  });

  it('lists past imports with who began them, the counts and what was left out', async () => {
    const page = await app.signedIn('/dashboard/import');
    await page.getByText('No imports yet').waitFor();
    const records = [{ text: 'Ada sails.', user_id: 'ada' }, { text: 'No owner' }];
    const content = records.map((record) => JSON.stringify(record)).join('\n');
    const mutation = `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { __typename } }`;
    const upload = { key: 'k', partNumber: 1, partCount: 1, fileName: 'sails.jsonl' };
    await held(app, mutation, { input: { format: 'JSONL', content, upload } });
    const list = page.getByRole('table', { name: 'Imports' });
    const row = list.getByRole('row').filter({ hasText: 'sails.jsonl' });
    await row.getByText('Done').waitFor();
    await row.getByText('1 of 2 memories could not be imported.').waitFor();
    await row.getByRole('button', { name: 'Show 1 record' }).click();
    const left = page.getByRole('region', { name: 'Left out', exact: true });
    await left.getByText('Left out of sails.jsonl').waitFor();
    await left.getByText('Record 2').waitFor();
    await left.getByText('The memory belongs to no user, agent, app or run.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('continues an upload that a closed tab interrupted when the same file is chosen again', async () => {
    const page = await app.signedIn('/dashboard/import');
    const lines = Array.from({ length: 1_200 }, (_, index) =>
      JSON.stringify({ text: `Fact ${index}`, user_id: 'ada' }),
    );
    const sent: number[] = [];
    let isCut = true;
    await page.route('**/graphql', (route) => {
      const part = /"partNumber":(\d+)/.exec(route.request().postData() ?? '')?.[1];
      if (part !== undefined && isCut && part === '2') return undefined;
      if (part !== undefined) sent.push(Number(part));
      return route.continue();
    });
    const begin = async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'facts.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
      await page.getByRole('button', { name: 'Import 1,200 memories' }).click();
    };
    await begin();
    await page.getByText('Upload not finished. Choose the same file again to continue.').waitFor();
    isCut = false;
    await page.reload();
    await begin();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor({ timeout: 60_000 });
    // Part 1 finds the import. It is stored once.
    expect(sent).toEqual([1, 1, 2, 3]);
    const query = '{ memories { totalCount } events(type: IMPORT) { nodes { import { foundCount importedCount } } } }';
    expect(await held(app, query)).toEqual({
      memories: { totalCount: 1_200 },
      events: { nodes: [{ import: { foundCount: 1_200, importedCount: 1_200 } }] },
    });
    expect(app.problems).toEqual([]);
  });

  it('takes a dropped file, shows its name and size, and is removed and chosen again with the keyboard', async () => {
    const page = await app.signedIn('/dashboard/import');
    const field = page.getByRole('region', { name: 'File', exact: true });
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(csv)}], 'notes.csv', { type: 'text/csv' }));
      return transfer;
    })()`);
    await field.dispatchEvent('dragover', { dataTransfer: data });
    await page.locator('.drop.over').waitFor();
    await field.dispatchEvent('drop', { dataTransfer: data });
    await field.getByRole('status').getByText('notes.csv').waitFor();
    await field.getByText('91 B').waitFor();
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    expect(await page.locator('.drop.over').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await field.getByRole('button', { name: 'Remove notes.csv' }).press('Enter');
    await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Choose files');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await field.getByRole('button', { name: 'Choose other files' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('imports several files one after another with one mapping, and reports each', async () => {
    const page = await app.signedIn('/dashboard/import');
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const field = page.getByRole('region', { name: 'File', exact: true });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('one.csv', csv),
        file('two.csv', 'note,person,mood\nLena cooks.,lena,calm\n'),
        file('invalid.csv', 'note,person\n,ada\n'),
        file('empty.csv', ''),
      ]);
    await page.getByRole('alert').getByText('empty.csv: The file has no records.').waitFor();
    await field.getByRole('button', { name: 'Remove empty.csv' }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await chooseOption(page.getByRole('combobox', { name: 'Text', exact: true }), 'note');
    await chooseOption(page.getByRole('combobox', { name: 'User ID', exact: true }), 'person');
    await page.getByText('3 to import, 3 not sent').waitFor();
    await page.getByText('one.csv: No owner').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 3 memories' }).click();
    const report = (name: string) => page.getByRole('region', { name: `Import report of ${name}` });
    await report('one.csv').getByText('2 of 2: 1 imported, 1 stored already, 0 left out, 2 not sent').waitFor();
    await report('two.csv').getByText('1 of 1: 1 imported, 0 stored already, 0 left out, 0 not sent').waitFor();
    await report('invalid.csv').getByText('0 of 0: 0 imported, 0 stored already, 0 left out, 1 not sent').waitFor();
    await report('invalid.csv').getByText('The record has no text.').waitFor();
    await report('invalid.csv')
      .getByRole('heading', { name: 'Not sent: these records are invalid in the file' })
      .waitFor();
    expect(await held(app, '{ memories { totalCount } }')).toEqual({ memories: { totalCount: 2 } });
    const past = page.getByRole('table', { name: 'Imports' });
    for (const name of ['one.csv', 'two.csv']) await past.getByText(name).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('keeps the files and the format while they are imported, and imports a file again that failed', async () => {
    const page = await app.signedIn('/dashboard/import');
    const field = page.getByRole('region', { name: 'File', exact: true });
    const format = page.getByRole('combobox', { name: 'File format' });
    let fail: () => void = () => {};
    const isAwaited = new Promise<void>((resolve) => (fail = resolve));
    let isFailing = true;
    await page.route('**/graphql', async (route) => {
      if (!isFailing || !route.request().postData()?.includes('two.jsonl')) return route.continue();
      await isAwaited;
      return route.fulfill({ json: { errors: [{ message: 'The disk is full.' }] } });
    });
    await chooseOption(format, 'MEM0');
    const file = (name: string, memory: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(JSON.stringify({ id: name, memory, user_id: 'ada' })),
    });
    await page
      .locator('input[type=file]')
      .setInputFiles([file('one.jsonl', 'Ada sails.'), file('two.jsonl', 'Ada skis.')]);
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    const report = (name: string) => page.getByRole('region', { name: `Import report of ${name}` });
    await report('two.jsonl').getByRole('heading', { name: 'Uploading' }).waitFor();
    for (const control of [format, ...(await field.getByRole('button').all())])
      expect(await control.isDisabled()).toBe(true);
    fail();
    await report('two.jsonl').getByRole('alert').getByText('The disk is full.').waitFor();
    await report('one.jsonl').getByRole('heading', { name: 'Import finished' }).waitFor();
    expect(await field.getByRole('button', { name: 'Remove one.jsonl' }).isDisabled()).toBe(false);
    isFailing = false;
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await report('one.jsonl').getByText('1 of 1: 0 imported, 1 stored already').waitFor();
    await report('two.jsonl').getByText('1 of 1: 1 imported, 0 stored already').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says what is wrong with a file', async () => {
    const page = await app.signedIn('/dashboard/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('[{"text": ') });
    await page.getByRole('alert').getByText('The file is neither JSON, JSON Lines nor CSV.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cut.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"text": "Ada li') });
    await page.getByText('The file has no readable records. Line 1: Not valid JSON').waitFor();
    await page.evaluate("File.prototype.text = () => Promise.reject(new DOMException('', 'NotReadableError'))");
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'gone.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('alert').getByText('The browser could not read the file. Choose the file again.').waitFor();
    expect(app.problems).toEqual([]);
  });
});
