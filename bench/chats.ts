// Measures what becomes of facts that people mention by the way in natural chats with an assistant. Every chat of bench/chats/data/ is an add to
// a real server without a language model; then the memories are read, and every question is asked as a client does that sets nothing.
//
//   npx tsx bench/chats.ts [--part look|blind] [--details] [--memories]
//
// Faults may be looked for in the files of the part "look"; those of "blind" are only measured. With --details, prints what failed of "look":
// facts that are in no memory, that were not found, and noise that is in one. With --memories, also prints its memories.
import { parseArgs } from 'node:util';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { say } from '../scripts/lib/terminal.js';
import { readPeople, type Person } from './chats/data.js';

const flag = { type: 'boolean' } as const;
const { values: options } = parseArgs({
  options: { part: { type: 'string' }, details: flag, memories: flag },
});

interface Found {
  readonly answerability: number;
  readonly instructions: readonly { readonly text: string }[];
  readonly results: readonly { readonly score: number; readonly memory: { readonly text: string } }[];
}

/** One user of the server. */
interface User {
  add(messages: Person['chats'][number]): Promise<void>;
  /** @returns the texts of all memories */
  list(): Promise<readonly string[]>;
  search(query: string, precision?: 'HIGH'): Promise<Found>;
}

const SEARCH = `query ($query: String!, $user: String!, $precision: SearchPrecision) {
  searchMemories(query: $query, filter: { userId: { eq: $user } }, precision: $precision) {
    answerability instructions { text } results { score memory { text } }
  }
}`;

function connect(url: string, apiKey: string): (userId: string) => User {
  const call = async <Body>(path: string, body: unknown): Promise<Body> => {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  return (userId) => ({
    async add(messages) {
      await call('/v3/memories/add/', { messages, user_id: userId, async_mode: false });
    },
    async list() {
      const request = { filters: { user_id: userId } };
      const { results } = await call<{ results: { memory: string }[] }>('/v3/memories/?page_size=200', request);
      return results.map(({ memory }) => memory);
    },
    async search(query, precision) {
      const variables = { query, user: userId, precision };
      const { data } = await call<{ data: { searchMemories: Found } }>('/graphql', { query: SEARCH, variables });
      return data.searchMemories;
    },
  });
}

/** One figure of a person, each time right or not, or a count over another one. */
type Count = (figure: string, isRight: boolean | number, what?: string) => void;

const holds = (text: string, parts: readonly string[]) =>
  parts.every((part) => text.toLowerCase().includes(part.toLowerCase()));

async function measure(user: User, person: Person, count: Count): Promise<void> {
  for (const chat of person.chats) await user.add(chat);
  const memories = await user.list();
  if (options.memories && !person.isBlind) say(`${person.id}:`, ...memories.map((text) => `  ${text}`));
  const said = person.chats.flat().filter(({ role }) => role === 'user').length;
  count('memories per user message', memories.length / said);
  for (const { parts } of person.noise)
    count(
      'noise that is in a memory (least is best)',
      memories.some((text) => holds(text, parts)),
      `noise: ${parts.join(' … ')}`,
    );
  for (const { parts, questions } of person.facts) {
    const name = parts.join(' … ');
    const isStored = memories.some((text) => holds(text, parts));
    count('facts stored', isStored, `not stored: ${name}`);
    for (const question of questions) {
      const { results, answerability } = await user.search(question);
      const isFound = ({ memory }: Found['results'][number]) => holds(memory.text, parts);
      const rank = results.findIndex(isFound) + 1;
      const shown = `${question}  [${name}]  rank ${rank || '-'}, score ${results[rank - 1]?.score.toFixed(2) ?? '-'}, answerability ${answerability.toFixed(2)}, first: ${results[0]?.memory.text ?? '-'} (${results[0]?.score.toFixed(2) ?? '-'})`;
      const toNote = isStored ? shown : '';
      count('questions: fact among the first five', rank > 0 && rank <= 5, toNote && `not among five: ${toNote}`);
      count('questions: fact first', rank === 1);
      const precise = await user.search(question, 'HIGH');
      count('questions: fact in `precision: HIGH`', precise.results.some(isFound), toNote && `not in HIGH: ${toNote}`);
      count('questions: answerability over .5', answerability > 0.5, toNote && `answerability: ${toNote}`);
    }
  }
  for (const question of person.none) {
    const { answerability, results } = await user.search(question);
    const shown = `${question}  ${answerability.toFixed(2)}  ${results[0]?.memory.text ?? ''}`;
    count('without an answer: answerability over .5 (least is best)', answerability > 0.5, `none: ${shown}`);
    count(
      'without an answer: `HIGH` not empty (least is best)',
      (await user.search(question, 'HIGH')).results.length > 0,
    );
  }
  for (const { parts, questions } of person.instructions)
    for (const request of questions) {
      const { instructions } = await user.search(request);
      count(
        'instructions returned',
        instructions.some(({ text }) => holds(text, parts)),
        `instruction: ${parts.join(' … ')}`,
      );
    }
}

const groups = ['look, English', 'look, others', 'blind, English', 'blind, others'] as const;
const figures = new Map<string, Map<string, { sum: number; of: number }>>();

function toCount(person: Person): Count {
  const group = `${person.isBlind ? 'blind' : 'look'}, ${person.language === 'en' ? 'English' : 'others'}`;
  return (figure, isRight, what = '') => {
    const byGroup = figures.get(figure) ?? new Map<string, { sum: number; of: number }>();
    const { sum, of } = byGroup.get(group) ?? { sum: 0, of: 0 };
    figures.set(figure, byGroup.set(group, { sum: sum + Number(isRight), of: of + 1 }));
    const isFault = figure.includes('least') ? isRight === true : isRight === false;
    if (options.details && !person.isBlind && isFault && what !== '') say(`${person.id}  ${what}`);
  };
}

const server = await createLocalServer({ env: { LOG_LEVEL: 'warn' } });
process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await server.bootstrap();
  await server.start();
  const toUser = connect(server.url, apiKey);
  for (const person of readPeople())
    if (options.part === undefined || person.isBlind === (options.part === 'blind'))
      await measure(toUser(person.id), person, toCount(person));
  say('', `| Chats with an assistant | ${groups.join(' | ')} |`, `|---${'|---'.repeat(groups.length)}|`);
  for (const [figure, byGroup] of figures) {
    const cells = groups.map((group) => {
      const { sum, of } = byGroup.get(group) ?? { sum: 0, of: 0 };
      return figure.startsWith('memories')
        ? (sum / of).toFixed(2)
        : `${sum} of ${of} (${((100 * sum) / of).toFixed(1)} %)`;
    });
    say(`| ${figure} | ${cells.join(' | ')} |`);
  }
} finally {
  await server.remove();
}
