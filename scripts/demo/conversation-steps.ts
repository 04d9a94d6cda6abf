import {
  AddMemoriesDocument,
  MemoriesDocument,
  SearchMemoriesDocument,
  type Client,
  type SearchMemoriesQuery,
} from '../../client/index.js';
import { timestampOf, type Conversation, type Question, type Turn } from '../lib/conversation.js';
import { duration, lineWidth, progressBar, say, shorten, styled } from '../lib/terminal.js';

/** Search results for a question, best first. */
export interface Answer {
  readonly question: Question;
  readonly hits: SearchMemoriesQuery['searchMemories']['results'];
}

/** Adds a conversation, one memory per turn. */
export async function remember(client: Client, { id, turns }: Conversation): Promise<void> {
  const startedAt = performance.now();
  const bar = progressBar(turns.length, 'turns');
  for (const turn of turns) {
    await client.request(AddMemoriesDocument, { input: toInput(id, turn) });
    bar.advance();
  }
  bar.done();
  const sessions = new Set(turns.map(({ session }) => session)).size;
  const ms = performance.now() - startedAt;
  say(
    `   ${turns.length} turns of ${sessions} sessions in ${duration(ms)}, ${duration(ms / turns.length)} each, searchable at once`,
  );
}

function toInput(conversation: string, turn: Turn) {
  return {
    infer: false,
    userId: conversation,
    runId: `${conversation}-${turn.session}`,
    timestamp: timestampOf(turn),
    metadata: { turn: turn.id },
    messages: [{ role: 'USER' as const, name: turn.speaker, content: turn.text }],
  };
}

/** Returns the number of stored memories of a conversation. */
export async function countMemories(client: Client, { id }: Conversation): Promise<number> {
  const { memories } = await client.request(MemoriesDocument, {
    filter: { userId: { eq: id } },
    first: 1,
    withTotal: true,
  });
  return memories.totalCount ?? 0;
}

/** Asks every question about a conversation. */
export async function ask(client: Client, { id, questions }: Conversation): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) {
    const { searchMemories } = await client.request(SearchMemoriesDocument, {
      query: question.question,
      filter: { userId: { eq: id } },
      topK: 5,
    });
    answers.push({ question, hits: searchMemories.results });
  }
  return answers;
}

const shown = 3;

/** Prints the first results of each question with their scores. Marks the expected ones. */
export function printAnswers({ questions }: Conversation, answers: readonly Answer[]): void {
  for (const { question, hits } of answers) {
    say('', `   ${styled('cyan', question.question)}`);
    hits.slice(0, shown).forEach((hit, index) => say(line(hit, index, question)));
    if (hits.length === 0) say('     nothing');
  }
  const found = answers.filter(({ question, hits }) => hits.slice(0, shown).some((hit) => isExpected(hit, question)));
  say(
    '',
    `   A turn that answers the question was among the first ${shown} for ${found.length} of ${questions.length} questions (marked with *).`,
  );
}

type Hit = Answer['hits'][number];

function line(hit: Hit, index: number, question: Question): string {
  const { memory, score } = hit;
  const expected = isExpected(hit, question);
  const start = `     ${expected ? '*' : ' '} ${index + 1}. ${score.toFixed(2)}  ${memory.createdAt.slice(0, 10)}  ${memory.actor ?? ''}: `;
  const text = `${start}${shorten(memory.text, Math.max(30, lineWidth() - start.length))}`;
  return expected ? styled('green', text) : text;
}

function isExpected({ memory }: Hit, { evidence }: Question): boolean {
  const { turn } = (memory.metadata ?? {}) as { turn?: string };
  return turn !== undefined && evidence.includes(turn);
}
