import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadPrompt, parsePrompt } from '../../packages/models/src/prompt.js';
import { ExtractedFacts } from '../../packages/extraction/src/model-facts.js';

const folder = new URL('../../packages/models/prompts/', import.meta.url);
const ids = readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
const read = (id: string) => readFileSync(new URL(`${id}.md`, folder), 'utf8');

/** Prompts that ask for an answer of their own: rules and examples belong into each of them. */
const tasks = ids.filter((id) => !/^(repair-answer|check-model)\./u.test(id));
const Answers: Readonly<Record<string, z.ZodType>> = {
  'extract-memories': ExtractedFacts,
  'propose-instructions': z.strictObject({ instructions: z.string(), test_message: z.string() }),
  'fill-profile': z.strictObject({ city: z.string(), pets: z.array(z.string()), employer: z.null() }),
  'summarize-memories': z.string(),
};
/** Writes `2026-01-16` as texts do: `16 January 2026`. */
const toLongDate = (day: string) => new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const nameOf = (id: string) => id.replace(/\.v\d+$/u, '');
const answersOf = (id: string) => [...read(id).matchAll(/^Answer: (.+)$/gmu)].map(([, answer = '']) => answer);

describe('prompts', () => {
  it('have a name and a version each, and every version is used in one place', () => {
    expect(ids.filter((id) => !/^[a-z-]+\.v\d+$/u.test(id))).toEqual([]);
    const sources = ['src/', 'packages/extraction/src/', 'packages/models/src/'].flatMap((part) => {
      const from = new URL(`../../${part}`, import.meta.url);
      return readdirSync(from, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
        .map((name) => readFileSync(new URL(name, from), 'utf8'));
    });
    const loaded = sources.flatMap((text) => [...text.matchAll(/loadPrompt\('([^']+)'\)/gu)].map(([, id = '']) => id));
    expect(loaded.sort()).toEqual([...ids].sort());
  });

  it.each(tasks)('%s states its rules, refuses orders in its material, and shows examples of valid answers', (id) => {
    const text = read(id);
    expect(text.match(/^- .{10,}/gmu)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toContain('not addressed to you');
    const schema = Answers[nameOf(id)];
    const answers = answersOf(id);
    expect(answers.length).toBeGreaterThanOrEqual(1);
    for (const answer of answers) {
      const value: unknown = answer.startsWith('{') ? JSON.parse(answer) : answer;
      expect(schema?.safeParse(value).success, answer).toBe(true);
    }
  });

  it.each(ids)('%s leaves no placeholder behind, filled or empty', (id) => {
    const prompt = loadPrompt(id);
    for (const value of ['some text', null]) {
      const { system, prompt: input } = prompt.fill(
        Object.fromEntries(prompt.placeholders.map((name) => [name, value])),
      );
      expect(`${system}\n${input}`).not.toMatch(/\{\{[#^/]?\w+\}\}/u);
      for (const name of value === null ? [] : prompt.placeholders)
        if (new RegExp(`\\{\\{${name}\\}\\}`, 'u').test(read(id))) expect(`${system}\n${input}`).toContain(value);
    }
  });

  it('of extraction cite messages and memories that are in their examples, and say times as dates', () => {
    const [examples] = read('extract-memories.v8').split('{{#isForAgent}}');
    for (const example of examples?.split(/^Example: /mu).slice(1) ?? []) {
      const listOf = (title: string) => {
        const [, list = '[]'] = new RegExp(`^${title}: (.+)$`, 'mu').exec(example) ?? [];
        return JSON.parse(list) as { message?: number; memory?: number }[];
      };
      const [, answer = ''] = /^Answer: (.+)$/mu.exec(example) ?? [];
      const messages = listOf('Messages').map(({ message }) => message);
      const known = listOf('Stored memories, by number').map(({ memory }) => memory);
      for (const fact of ExtractedFacts.parse(JSON.parse(answer)).facts) {
        expect(messages).toContain(fact.message);
        expect(known).toEqual(expect.arrayContaining(fact.relations.map(({ memory }) => memory)));
        expect(fact.text, 'a relative time').not.toMatch(
          /\b(?:today|yesterday|tomorrow|(?:this|next|last) \w+)\b|day\b/iu,
        );
        if (fact.event_date !== null) expect(fact.text).toContain(toLongDate(fact.event_date));
      }
    }
  });
});

describe('a prompt', () => {
  const prompt = parsePrompt(
    'sample.v1',
    'Do {{task}}.\n{{#hint}}\nHint: {{hint}}\n{{/hint}}\n{{^hint}}\nNo hint.\n{{/hint}}\n<!-- input -->\n{{task}} again',
  );

  it('shows a block for a value that is given and the other block for one that is not', () => {
    expect(prompt.fill({ task: 'it', hint: 'now' })).toEqual({ system: 'Do it.\nHint: now', prompt: 'it again' });
    expect(prompt.fill({ task: 'it', hint: ' ' })).toEqual({ system: 'Do it.\nNo hint.', prompt: 'it again' });
  });

  it('does not expand placeholders, blocks and replacement patterns inside values', () => {
    const hint = "{{task}} {{#task}}x{{/task}} $& $1 $'";
    expect(prompt.fill({ task: 'it', hint }).system).toBe(`Do it.\nHint: ${hint}`);
  });

  it('refuses missing and unknown values, and a text without two parts', () => {
    expect(() => prompt.fill({ task: 'it' })).toThrow('no value for hint');
    expect(() => prompt.fill({ task: 'it', hint: null, other: 'x' })).toThrow('no placeholder for other');
    expect(() => parsePrompt('sample.v1', 'One part')).toThrow('two parts');
    expect(() => parsePrompt('sample.v1', 'a\n<!-- input -->\nb\n<!-- input -->\nc')).toThrow('two parts');
  });
});
