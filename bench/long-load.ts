// Measures what it costs to add a long chat with an assistant, on the embedded database with the default embedding model:
//
//   npx tsx bench/long-load.ts [--messages 400] [--user 300] [--assistant 4300] [--infer]
//
// The user and the assistant speak by turns, with so many characters, and a request adds what both said. The messages are passages of the written chats. CPU time is that of this
// process and that of the model, so other work of the machine hardly changes it; two cores have 120 CPU seconds in a minute.
// With --infer, rules extract memories. Ends with 1 when the CPU time is above that of two cores in a minute.
import { parseArgs } from 'node:util';
import { bootstrap } from '../src/commands/bootstrap.js';
import { startBenchApp } from './bench-app.js';
import { readProcessorSeconds } from './overload/threads.js';
import { readAssistantChats } from './retrieval/assistant-chats.js';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '400' },
    user: { type: 'string', default: '300' },
    assistant: { type: 'string', default: '4300' },
    infer: { type: 'boolean', default: false },
  },
});
const messages = Number(values.messages);
const chats = [await readAssistantChats('choose'), await readAssistantChats('judge')];
const said = chats.flatMap(({ turns }) => turns.map(({ text }) => text)).join(' ');
/** Distance between the beginnings of messages: a prime number, so that no two begin alike. */
const stride = 2_311;

function textOf(index: number, characters: number): string {
  const at = (index * stride) % said.length;
  return (said.slice(at) + said).slice(0, characters);
}

const { app, close } = await startBenchApp({ EMBEDDER: 'local' });
try {
  const { apiKey } = await bootstrap(app.services);
  const { apiUrl } = await app.listen();
  const add = async (roles: readonly ('user' | 'assistant')[], from: number) => {
    const body = {
      user_id: 'ada',
      run_id: 'chat',
      infer: values.infer,
      messages: roles.map((role, index) => ({ role, content: textOf(from + index, Number(values[role])) })),
    };
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${apiUrl}/memories`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.body?.cancel();
  };
  await add(['user'], messages);
  const began = { cpu: readProcessorSeconds(process.pid), at: performance.now() };
  for (let index = 0; index < messages; index += 2) await add(['user', 'assistant'], index);
  const cpu = readProcessorSeconds(process.pid) - began.cpu;
  const wall = (performance.now() - began.at) / 1_000;
  const engine = (await app.services.embedder?.engine?.())?.name ?? 'no model';
  process.stdout.write(
    `${messages} messages of ${values.user} and ${values.assistant} characters (${engine}${values.infer ? ', extracted' : ''}): ${cpu.toFixed(1)} CPU seconds, ${wall.toFixed(1)} s\n`,
  );
  if (cpu > 120) process.exitCode = 1;
} finally {
  await close();
}
