import { describe, expect, it } from 'vitest';
import { readCsvRecords } from '../src/csv-records.js';
import { readJsonElements, readJsonLines } from '../src/json-elements.js';

describe('the CSV reader', () => {
  it('finds the same records wherever the text is cut', async () => {
    const text = '\uFEFFid,text\r\n1,"a ""b"", c\nd"\n2,e "f" g\n\n3,""';
    const read = async (size: number) => {
      async function* chunks() {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
      }
      const found: unknown[] = [];
      for await (const { value } of readCsvRecords(chunks())) found.push(value);
      return found;
    };
    const expected = [
      { id: '1', text: 'a "b", c\nd' },
      { id: '2', text: 'e "f" g' },
      { id: '3', text: '' },
    ];
    for (const size of [1, 2, 3, 7, text.length]) expect(await read(size)).toEqual(expected);
  });
});

it('the CSV reader ends its input when a record is refused', async () => {
  let isEnded = false;
  async function* chunks() {
    try {
      yield 'id,text\n1,a,b\n';
      yield '2,c\n';
    } finally {
      isEnded = true;
    }
  }
  const read = async () => {
    for await (const _record of readCsvRecords(chunks()));
  };
  await expect(read()).rejects.toThrow('Record 2 has 3 cells; the header has 2.');
  expect(isEnded).toBe(true);
});

describe('the JSON reader', () => {
  it('finds the same elements wherever the text is cut', async () => {
    const text = '{"a": "x,]}\\"", "n": 1, "list": [1, {"b": [2, "}"]}, "c"], "empty": [], "o": {"l": [1]}}';
    const read = async (size: number) => {
      async function* chunks() {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
      }
      const found: unknown[] = [];
      for await (const { key, value } of readJsonElements(chunks())) found.push([key, value]);
      return found;
    };
    const expected = [
      ['a', 'x,]}"'],
      ['n', 1],
      ['list', 1],
      ['list', { b: [2, '}'] }],
      ['list', 'c'],
      ['o', { l: [1] }],
    ];
    for (const size of [1, 2, 3, 7, text.length]) expect(await read(size)).toEqual(expected);
  });
});

it('the reader of JSON Lines passes over a byte order mark', async () => {
  async function* chunks() {
    yield '\uFEFF{"text":"a"}\r\n';
  }
  const found: unknown[] = [];
  for await (const { value } of readJsonLines(chunks())) found.push(value);
  expect(found).toEqual([{ text: 'a' }]);
});
