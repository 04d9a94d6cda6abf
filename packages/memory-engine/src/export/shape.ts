import type { ExportRecord } from './record.js';
import type { ListShape, ObjectShape, Shape, ValueShape } from './schema.js';
import { isJsonObject, type Json } from '../filter/filter-values.js';

type Source = (name: string) => Json | undefined;

export interface ShapeCollector {
  /** Adds the next memory. For single values, later memories win. */
  add(record: ExportRecord): void;
  /** Returns the complete object so far. Missing values are null, an empty list, or the schema default. */
  result(): Json;
  readonly bytes: number;
}

/**
 * Converts one memory to a shape. Matches names ignoring case and underscores: first fields of the memory (`text`,
 * `content` and `fact` are its text), then metadata, then categories, whose value is the text.
 */
export function recordInShape(shape: ObjectShape, record: ExportRecord): Json {
  return complete(shape, objectFrom(shape, sourceOf(record)));
}

/**
 * Converts an object to a shape by the same names, each part from the part of its own name. Passes texts through `clean` and drops values
 * that do not fit.
 */
export function toObjectInShape(
  shape: ObjectShape,
  given: Readonly<Record<string, Json>>,
  clean: (text: string) => string,
): Json {
  const cleaned = JSON.parse(JSON.stringify(given), (_name, value: Json) =>
    typeof value === 'string' ? clean(value) : value,
  ) as Record<string, Json>;
  return complete(shape, fitted(cleaned, shape));
}

/** Merges memories into one object: the latest value of each name, lists with the distinct values of all memories. */
export function collectShape(shape: ObjectShape): ShapeCollector {
  const seen = new Map<ListShape, Set<string>>();
  let found: Json | undefined;
  let bytes = 0;
  const fresh = (list: ListShape, items: readonly Json[]): Json[] => {
    const known = seen.get(list) ?? new Set();
    seen.set(list, known);
    return items.filter((item) => {
      const key = JSON.stringify(item);
      if (known.has(key)) return false;
      known.add(key);
      bytes += Buffer.byteLength(key) + 1;
      return true;
    });
  };
  const merge = (target: Shape, before: Json | undefined, next: Json | undefined): Json | undefined => {
    if (next === undefined) return before;
    if (target.kind === 'value') return next;
    if (target.kind === 'list') {
      const items = (before ?? []) as Json[];
      items.push(...fresh(target, next as Json[]));
      return items;
    }
    const [old, given] = [(before ?? {}) as Record<string, Json>, next as Record<string, Json>];
    const entries = [...target.properties].map(
      ([name, property]) => [name, merge(property, own(old, name), own(given, name))] as const,
    );
    return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  };
  return {
    add: (record) => void (found = merge(shape, found, objectFrom(shape, sourceOf(record)))),
    result: () => complete(shape, found),
    get bytes() {
      return bytes;
    },
  };
}

function objectFrom(shape: ObjectShape, source: Source): Json | undefined {
  return toObject(shape, (property, name) => valueFrom(property, name, source));
}

function toObject(shape: ObjectShape, read: (property: Shape, name: string) => Json | undefined): Json | undefined {
  const entries = [...shape.properties].map(([name, property]) => [name, read(property, name)] as const);
  const found = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function valueFrom(shape: Shape, name: string, source: Source): Json | undefined {
  const own = fitted(source(name), shape);
  // Without a part of that name, the memory itself becomes the object, or the item of the list.
  if (own !== undefined || shape.kind === 'value') return own;
  if (shape.kind === 'object') return objectFrom(shape, source);
  const item = shape.items.kind === 'object' ? objectFrom(shape.items, source) : undefined;
  return item === undefined ? undefined : [complete(shape.items, item)];
}

/** Converts a value to a shape. Undefined if nothing fits. */
function fitted(value: Json | undefined, shape: Shape): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (shape.kind === 'value') return coerced(value, shape);
  if (shape.kind === 'object') {
    if (!isJsonObject(value)) return undefined;
    const source = sourceOfObject(value);
    return toObject(shape, (property, name) => fitted(source(name), property));
  }
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const items = values.map((item) => fitted(item, shape.items)).filter((item) => item !== undefined);
  return items.length === 0 ? undefined : items.map((item) => complete(shape.items, item));
}

function coerced(value: Json, shape: ValueShape): Json | undefined {
  const typed = inType(value, shape.type);
  if (typed === undefined || shape.choices.length === 0) return typed;
  const plainText = (json: Json) => (typeof json === 'object' ? JSON.stringify(json) : String(json)).toLowerCase();
  return shape.choices.find((choice) => plainText(choice) === plainText(typed));
}

function inType(value: Json, type: ValueShape['type']): Json | undefined {
  if (type === 'any') return value;
  if (typeof value === 'object') return undefined;
  if (type === 'string') return String(value);
  if (type === 'boolean') return truths.get(String(value).toLowerCase());
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return type === 'number' || Number.isInteger(number) ? number : undefined;
}

const truths = new Map([
  ['true', true],
  ['false', false],
]);

function complete(shape: Shape, found: Json | undefined): Json {
  if (shape.kind === 'value') return found ?? shape.fallback;
  if (shape.kind === 'list') return found ?? [];
  const values = (found ?? {}) as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    [...shape.properties].map(([name, property]) => [name, complete(property, own(values, name))]),
  );
}

const aliases: Readonly<Record<string, keyof ExportRecord>> = {
  text: 'memory',
  content: 'memory',
  fact: 'memory',
  sessionid: 'run_id',
  memoryid: 'id',
};

function sourceOf(record: ExportRecord): Source {
  const fields = sourceOfObject(record);
  const metadata = isJsonObject(record.metadata) ? sourceOfObject(record.metadata) : () => undefined;
  const categories = new Set(
    (Array.isArray(record.categories) ? (record.categories as readonly string[]) : []).map(plain),
  );
  return (name) => {
    const alias = own(aliases, plain(name));
    return (
      (alias ? record[alias] : fields(name)) ??
      metadata(name) ??
      (categories.has(plain(name)) ? record.memory : undefined)
    );
  };
}

function sourceOfObject(object: Readonly<Record<string, Json>>): Source {
  const byName = new Map(Object.entries(object).map(([name, value]) => [plain(name), value]));
  return (name) => own(object, name) ?? byName.get(plain(name));
}

/** Normalizes a name: `Full Name`, `full_name` and `fullName` are equal. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function own<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
