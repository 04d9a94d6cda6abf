// Demonstrates the server on a temporary data folder: stores a conversation, asks questions about it, shows the
// requests in the live log, and finds everything again after a restart.
//
//   npm run demo
//   npm run demo -- --file turns.jsonl [--conversation ID] [--limit TURNS] [--questions N] [--verbose]
import { parseArgs } from 'node:util';
import { createClient } from '../client/index.js';
import { ask, countMemories, printAnswers, remember, type Answer } from './demo/conversation-steps.js';
import { watchCalls } from './demo/live-log.js';
import { readConversations, type Conversation } from './lib/conversation.js';
import { createLocalServer, type LocalServer } from './lib/local-server.js';
import { duration, say, styled } from './lib/terminal.js';
import { fileURLToPath } from 'node:url';

interface Options {
  readonly file: string | undefined;
  readonly conversation: string | undefined;
  readonly limit: number;
  readonly questions: number;
  readonly verbose: boolean;
}

function readOptions(): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { file: text, conversation: text, limit: text, questions: text, verbose: { type: 'boolean' } },
  });
  const number = (name: 'limit' | 'questions', otherwise: number) => {
    const value = values[name] === undefined ? otherwise : Number(values[name]);
    if (!Number.isInteger(value) && value !== Infinity) throw new Error(`--${name} must be a whole number.`);
    return value;
  };
  const { file, conversation, verbose = false } = values;
  return { file, conversation, verbose, limit: number('limit', Infinity), questions: number('questions', 13) };
}

async function chooseConversation({ file, conversation, limit, questions }: Options): Promise<Conversation> {
  const all = await readConversations(file ?? fileURLToPath(new URL('../demo/conversation.jsonl', import.meta.url)));
  const chosen = all.find(({ id }) => conversation === undefined || id === conversation);
  if (!chosen)
    throw new Error(`There is no conversation ${conversation}; the file has ${all.map(({ id }) => id).join(', ')}.`);
  const turns = chosen.turns.slice(0, limit);
  const said = new Set(turns.map(({ id }) => id));
  return {
    id: chosen.id,
    turns,
    observations: [],
    unanswerable: [],
    questions: chosen.questions.filter(({ evidence }) => evidence.every((id) => said.has(id))).slice(0, questions),
  };
}

const heading = (number: number, text: string) => say('', styled('bold', `${number}  ${text}`));

async function run(server: LocalServer, conversation: Conversation): Promise<void> {
  heading(1, 'A server of its own');
  const { apiKey } = await server.bootstrap();
  say(
    `   ready on ${server.url} after ${duration(await server.start())}, on an embedded database in a temporary folder`,
  );
  const client = createClient({ url: server.url, apiKey, name: 'memory-gateway-demo' });
  const log = await watchCalls(client);

  const speakers = [...new Set(conversation.turns.map(({ speaker }) => speaker))].join(' and ');
  heading(2, `Remembering what ${speakers} said`);
  await remember(client, conversation);
  const count = await countMemories(client, conversation);

  heading(3, 'Asking');
  const answers = await ask(client, conversation);
  printAnswers(conversation, answers);

  heading(4, 'What just happened, live from the request log');
  await log.report(conversation.turns.length + 1 + conversation.questions.length);

  heading(5, 'Restarting the server');
  client.close();
  const stopped = await server.stop();
  say(`   stopped in ${duration(stopped)}, ready again after ${duration(await server.start())}`);
  await findAgain(createClient({ url: server.url, apiKey, name: 'memory-gateway-demo' }), conversation, {
    count,
    answers,
  });
}

async function findAgain(
  client: ReturnType<typeof createClient>,
  conversation: Conversation,
  before: { count: number; answers: readonly Answer[] },
): Promise<void> {
  const count = await countMemories(client, conversation);
  if (count !== before.count)
    throw new Error(`There were ${before.count} memories before the restart, and ${count} after it.`);
  const again = await ask(client, conversation);
  const topOf = (answer: Answer | undefined) => answer?.hits[0]?.memory.id;
  const changed = again.filter((answer, index) => topOf(answer) !== topOf(before.answers[index]));
  if (changed.length > 0)
    throw new Error(
      `After the restart, ${changed.length} questions have another first answer, such as: ${changed[0]?.question.question}`,
    );
  say(`   ${count} memories before and after, and the same first answer to all ${again.length} questions`);
}

try {
  const options = readOptions();
  const conversation = await chooseConversation(options);
  const server = await createLocalServer({
    verbose: options.verbose,
    env: { LOG_LEVEL: options.verbose ? 'info' : 'warn' },
  });
  // Ctrl-C also reaches the server, so only its folder remains to be removed.
  process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
  try {
    await run(server, conversation);
  } finally {
    await server.remove();
  }
  say('', styled('green', 'Done: everything was found again. The temporary folder is gone.'));
  process.exit(0);
} catch (error) {
  process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
