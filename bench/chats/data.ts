import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly timestamp: string;
}

/** What a person mentions, each part of it in one memory, and questions for it. */
interface Wanted {
  readonly parts: readonly string[];
  readonly questions: readonly string[];
}

/** A person with chats, of a file in `data/`. */
export interface Person {
  readonly id: string;
  readonly language: string;
  readonly isBlind: boolean;
  readonly chats: readonly (readonly Message[])[];
  readonly facts: readonly Wanted[];
  readonly instructions: readonly Wanted[];
  /** Words that no memory may contain. */
  readonly noise: readonly Wanted[];
  /** Questions whose answers are nowhere in the chats. */
  readonly none: readonly string[];
}

const folder = fileURLToPath(new URL('data/', import.meta.url));

/** Reads the people, in the order of their files. */
export function readPeople(): Person[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map(readPerson);
}

function readPerson(file: string): Person {
  const id = file.slice(0, -'.txt'.length);
  const lines = readFileSync(`${folder}${file}`, 'utf8').split('\n');
  const chats: Message[][] = [];
  let date = '';
  const rows = new Map<string, string[][]>();
  for (const line of lines) {
    const [, speaker, said = ''] = /^([ua]): (.*)$/u.exec(line) ?? [];
    const [kind = '', ...cells] = line.split(' | ').map((cell) => cell.trim());
    const chat = chats.at(-1);
    if (speaker !== undefined && chat) {
      const minute = String(chat.length).padStart(2, '0');
      const role = speaker === 'u' ? 'user' : 'assistant';
      chat.push({ role, content: said.replaceAll('\\n', '\n'), timestamp: `${date}T18:${minute}:00Z` });
    } else if (kind === 'chat') {
      date = cells[0] ?? '';
      chats.push([]);
    } else if (kind !== '') rows.set(kind, [...(rows.get(kind) ?? []), cells]);
  }
  const listWanted = (kind: string) =>
    (rows.get(kind) ?? []).map(([words = '', ...questions]) => ({ parts: words.split(' & '), questions }));
  return {
    id,
    language: id.split('-')[1] ?? '',
    isBlind: id.endsWith('blind'),
    chats,
    facts: listWanted('fact'),
    instructions: listWanted('instruction'),
    noise: listWanted('noise'),
    none: (rows.get('none') ?? []).flat(),
  };
}
