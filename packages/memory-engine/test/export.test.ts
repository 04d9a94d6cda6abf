import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvRecord, readCsvCell } from '../src/csv.js';
import { canonicalFilter } from '../src/export/filter.js';
import { exportRecord, type ExportableMemory } from '../src/export/record.js';
import { readSchema } from '../src/export/schema.js';
import { collectShape, recordInShape, toObjectInShape } from '../src/export/shape.js';
import { splitText } from '../src/export/writer.js';
import { parseFilter } from '../src/filter/filter.js';
import { InputError } from '../src/input-error.js';
import { readCsv } from './read-csv.js';

function memory(text: string, more: Partial<ExportableMemory> = {}) {
  const nobody = {
    userId: 'rosa',
    agentId: null,
    appId: null,
    runId: null,
    actor: null,
    role: null,
    hash: 'h',
    immutable: false,
    expirationDate: null,
    eventDate: null,
  };
  const at = new Date('2026-03-01T08:00:00.000Z');
  return exportRecord({
    id: '5b7e0f2a-0c1d-4a7e-9d55-1f0c2b3a4d5e',
    text,
    metadata: null,
    categories: [],
    ...nobody,
    createdAt: at,
    updatedAt: at,
    ...more,
  });
}

const shapeOf = (properties: object, more: object = {}) => readSchema({ type: 'object', properties, ...more }).shape;

describe('a CSV record', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom("'", '=', '\t', 'a') })), {
          minLength: 1,
        }),
        (cells) => {
          const [record] = readCsv(formatCsvRecord(cells));
          expect(record?.map(readCsvCell)).toEqual(cells);
        },
      ),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])('never writes %j as a formula', (cell) => {
    expect(readCsv(formatCsvRecord([cell]))).toEqual([[`'${cell}`]]);
  });

  it('leaves other cells alone', () => {
    expect(formatCsvRecord(['plain', '5-1', 'a,b', 'say "hi"', ''])).toBe('plain,5-1,"a,b","say ""hi""",\r\n');
  });
});

describe('pieces of a text', () => {
  it('never split a surrogate pair', () => {
    expect(splitText('ab😀c', 3)).toEqual(['ab', '😀c']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 5 }), (text, size) => {
        const pieces = splitText(text, size);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(size);
      }),
    );
    for (const piece of splitText('😀'.repeat(50), 7)) expect(piece).not.toMatch(/^[\uDC00-\uDFFF]/);
  });
});

describe('a shape', () => {
  it('finds values by name in fields, metadata and categories, and leaves the rest empty', () => {
    const shape = shapeOf({
      text: { type: 'string' },
      userId: { type: 'string' },
      'Home Town': { type: 'string' },
      hobbies: { type: 'string' },
      age: { type: 'integer' },
      vip: { type: 'boolean' },
      colour: { enum: ['Red', 'Blue'] },
      tags: { type: 'array', items: { type: 'string' } },
      missing: { type: 'string' },
      level: { type: 'integer', default: 3 },
      list: { type: 'array', items: { type: 'number' } },
      address: { type: 'object', properties: { zip: { type: 'string' }, city: { type: 'string' } } },
    });
    const metadata = {
      home_town: 'Lisbon',
      age: '44',
      vip: 'true',
      colour: 'red',
      tags: ['a', 'b'],
      address: { zip: 1000 },
    };
    expect(recordInShape(shape, memory('Rosa collects stamps', { metadata, categories: ['hobbies'] }))).toEqual({
      text: 'Rosa collects stamps',
      userId: 'rosa',
      'Home Town': 'Lisbon',
      hobbies: 'Rosa collects stamps',
      age: 44,
      vip: true,
      colour: 'Red',
      tags: ['a', 'b'],
      missing: null,
      level: 3,
      list: [],
      address: { zip: '1000', city: null },
    });
  });

  it('takes no value of another type', () => {
    const shape = shapeOf({
      age: { type: 'integer' },
      vip: { type: 'boolean' },
      name: { type: 'string' },
      colour: { enum: ['Red'] },
      constructor: { type: 'string' },
    });
    expect(
      recordInShape(
        shape,
        memory('x', { metadata: { age: 'old', vip: 'constructor', name: { a: 1 }, colour: 'green' } }),
      ),
    ).toEqual({ age: null, vip: null, name: null, colour: null, constructor: null });
  });

  it('takes nothing of a person for their pet, employer and children, and keeps lists of lists', () => {
    const named = { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } };
    const shape = shapeOf({
      name: { type: 'string' },
      city: { type: 'string' },
      pet: named,
      employer: named,
      children: { type: 'array', items: named },
      friends: { type: 'array', items: named },
      trips: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      level: { enum: [1, 2, 3] },
    });
    const given = {
      Name: 'Ada',
      city: 'Bonn',
      pet: { Name: 'Rex' },
      employer: null,
      children: [],
      friends: [{ name: 'Eva' }, 'Tom'],
      trips: [[2019, '2020'], [2021]],
      level: '2',
    };
    expect(toObjectInShape(shape, given, (text) => text)).toEqual({
      name: 'Ada',
      city: 'Bonn',
      pet: { name: 'Rex', city: null },
      employer: { name: null, city: null },
      children: [],
      friends: [{ name: 'Eva', city: null }],
      trips: [[2019, 2020], [2021]],
      level: 2,
    });
  });

  it('merges many memories into one object: the latest value, and lists of all distinct values', () => {
    const shape = shapeOf({
      home: { type: 'string' },
      hobbies: { type: 'array', items: { type: 'string' } },
      trips: { type: 'array', items: { type: 'object', properties: { to: { type: 'string' } } } },
      work: { type: 'object', properties: { title: { type: 'string' } } },
    });
    const all = collectShape(shape);
    all.add(memory('Rosa collects stamps', { categories: ['hobbies'], metadata: { home: 'Porto', to: 'Rome' } }));
    all.add(
      memory('Rosa collects coins', {
        categories: ['hobbies'],
        metadata: { home: 'Lisbon', title: 'Clerk', to: 'Rome' },
      }),
    );
    all.add(memory('Rosa collects coins', { categories: ['hobbies'], metadata: { to: 'Oslo' } }));
    expect(all.result()).toEqual({
      home: 'Lisbon',
      hobbies: ['Rosa collects stamps', 'Rosa collects coins'],
      trips: [{ to: 'Rome' }, { to: 'Oslo' }],
      work: { title: 'Clerk' },
    });
    expect(collectShape(shape).result()).toEqual({ home: null, hobbies: [], trips: [], work: { title: null } });
  });

  it('is read from what Pydantic writes', () => {
    const schema = {
      $defs: {
        Sport: { enum: ['tennis', 'golf'], title: 'Sport', type: 'string' },
        Person: { properties: { name: { type: 'string' } }, title: 'Person', type: 'object' },
      },
      properties: {
        full_name: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Full Name' },
        sport: { $ref: '#/$defs/Sport' },
        friends: { items: { $ref: '#/$defs/Person' }, type: 'array' },
      },
      required: ['sport'],
      title: 'Profile',
      type: 'object',
    };
    const { shape } = readSchema(JSON.stringify(schema));
    expect(
      recordInShape(
        shape,
        memory('x', { metadata: { fullName: 'Rosa M.', sport: 'Tennis', friends: [{ name: 'Li' }] } }),
      ),
    ).toEqual({ full_name: 'Rosa M.', sport: 'tennis', friends: [{ name: 'Li' }] });
  });

  it.each([
    ['no object', 5],
    ['broken JSON text', '{'],
    ['a list', []],
    ['no properties', { type: 'object' }],
    ['an unknown type', { properties: { a: { type: 'money' } } }],
    ['a reference to nowhere', { properties: { a: { $ref: '#/$defs/A' } } }],
    ['a reference outside', { properties: { a: { $ref: 'https://example.com/a.json' } } }],
    ['itself', { properties: { a: { $ref: '#' } } }],
    ['a property without a schema', { properties: { a: 'string' } }],
    ['too many properties', { properties: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`p${n}`, {}])) }],
    ['what cannot be stored', { properties: { a: { description: '\u0000' } } }],
    ['too much', { properties: { a: { description: 'x'.repeat(70_000) } } }],
  ])('is not made of %s', (_name, schema) => {
    expect(() => readSchema(schema)).toThrow(expect.objectContaining({ fields: { schema: [expect.any(String)] } }));
  });

  it('accepts any JSON without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (schema, metadata) => {
        try {
          collectShape(readSchema({ properties: { a: schema, ...(metadata as object) } }).shape).add(
            memory('x', { metadata: metadata as never }),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('a filter in its one form', () => {
  it('is equal for equivalent filters', () => {
    const forms = [
      { user_id: 'a', run_id: 'b' },
      { AND: [{ run_id: 'b' }, { user_id: 'a' }] },
      { AND: [{ AND: [{ user_id: { eq: 'a' } }] }, { run_id: { in: ['b'] } }, { userId: 'a' }] },
    ];
    const [first, ...others] = forms.map((form) => canonicalFilter(parseFilter(form)));
    for (const other of others) expect(other).toEqual(first);
    expect(canonicalFilter(parseFilter({ user_id: 'a' }))).not.toEqual(first);
  });
});
