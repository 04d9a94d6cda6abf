import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startChat } from './chat.js';

// Sentences that join facts of the speaker, added with the defaults.

const { client, tell: add, search, list } = startChat();

function tell(user_id: string, texts: readonly string[], day = 1): Promise<void> {
  const timestamp = new Date(Date.UTC(2026, 1, day)).toISOString();
  return add(
    { user_id, timestamp },
    texts.map((text) => ['user', text]),
  );
}

interface Line {
  readonly text: string;
  /** Empty for a sentence that stays whole. */
  readonly parts: readonly string[];
}

function readLines(part: string): Line[] {
  const file = readFileSync(new URL(`../../bench/extraction/joined-facts-${part}.txt`, import.meta.url), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text = '', parts] = line.split(' => ');
      return { text, parts: parts?.split(' | ') ?? [] };
    });
}

const MESSAGES_MAX = 30;

describe('sentences that join facts of the speaker', { timeout: 120_000 }, () => {
  it.each([
    ['choose', 45, 0],
    ['judge', 64, 1],
  ])('become one memory per fact, and others stay whole: %s', async (part, foundMin, wrongMax) => {
    const lines = readLines(part);
    const stored: string[] = [];
    for (let at = 0; at < lines.length; at += MESSAGES_MAX) {
      const userId = `${part}-${at}`;
      await tell(
        userId,
        lines.slice(at, at + MESSAGES_MAX).map(({ text }) => text),
      );
      stored.push(...(await list(userId)));
    }
    const missed = lines.filter(({ parts }) => parts.some((text) => !stored.includes(text)));
    const wanted = new Set(lines.flatMap(({ text, parts }) => [text, ...parts]));
    const wrong = lines.filter(
      ({ text, parts }) =>
        parts.length === 0 && stored.some((memory) => !wanted.has(memory) && text.includes(memory.replace(/\W$/u, ''))),
    );
    const found = lines.filter(({ parts }) => parts.length > 0).length - missed.length;
    expect(found).toBeGreaterThanOrEqual(foundMin);
    expect(wrong.length).toBeLessThanOrEqual(wrongMax);
  });

  it.each([
    [
      'My name is Marta and I work at Siemens as a nurse, and I live in Porto.',
      ['What is my name?', 'My name is Marta.'],
      ['Where do I work?', 'I work at Siemens as a nurse.'],
      ['Where do I live?', 'I live in Porto.'],
    ],
    [
      "Je m'appelle Luc et j'habite à Lyon",
      ["Comment je m'appelle ?", "Je m'appelle Luc"],
      ["Où est-ce que j'habite ?", "J'habite à Lyon"],
    ],
    [
      'Ich heiße Jonas und wohne in Köln.',
      ['Wie heiße ich?', 'Ich heiße Jonas.'],
      ['Wo wohne ich?', 'Ich wohne in Köln.'],
    ],
    ['Me llamo Ana y vivo en Madrid.', ['¿Cómo me llamo?', 'Me llamo Ana.'], ['¿Dónde vivo?', 'Vivo en Madrid.']],
    ['Mi chiamo Luca e abito a Roma.', ['Come mi chiamo?', 'Mi chiamo Luca.'], ['Dove abito?', 'Abito a Roma.']],
    ['Chamo-me Rui e moro no Porto.', ['Como me chamo?', 'Chamo-me Rui.'], ['Onde moro?', 'Moro no Porto.']],
    ['Ik heet Jan en woon in Gent.', ['Hoe heet ik?', 'Ik heet Jan.'], ['Waar woon ik?', 'Ik woon in Gent.']],
  ])('are found one by one where only relevant memories are wanted: %s', async (text, ...questions) => {
    await tell(text, [text]);
    for (const [query, answer] of questions) {
      const found = await search(text, query ?? '', { precision: 'high' });
      expect([query, found.map(({ memory }) => memory)]).toEqual([query, [answer]]);
    }
  });

  it('lose one fact by a correction, and keep the others current', async () => {
    await tell('moved', ['My name is Marta, I work at Siemens and I live in Porto.']);
    await tell('moved', ['I moved to Lisbon.'], 2);
    const found = await search('moved', 'What do you know about me?', { top_k: 10 });
    const state = Object.fromEntries(found.map(({ memory, outdated_by }) => [memory, Boolean(outdated_by)]));
    expect(state).toEqual({
      'My name is Marta.': false,
      'I work at Siemens.': false,
      'I live in Porto.': true,
      'I moved to Lisbon.': false,
    });
  });

  it('are shown whole in the history of each fact', async () => {
    const text = 'I live in Lisbon and work at Acme.';
    await tell('history', [text]);
    const { body } = await client().rest<{ results: { id: string }[] }>('POST', '/v3/memories/', {
      filters: { user_id: 'history' },
    });
    for (const { id } of body.results) {
      const history = await client().rest<{ input: { content: string }[] }[]>('GET', `/v1/memories/${id}/history/`);
      expect(history.body[0]?.input.map(({ content }) => content)).toEqual([text]);
    }
    expect(body.results).toHaveLength(2);
  });
});
