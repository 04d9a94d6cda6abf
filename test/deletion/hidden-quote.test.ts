import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { setLink } from '../../src/resolvers/correction/decide-link.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { undoDeletion } from '../../src/resolvers/deletion/stop-deletion.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listHistory, listHistoryByPage } from '../../src/resolvers/memory/list-history.js';
import { getMemoryChange, listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { exportProject } from '../../src/resolvers/project/export-project.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let owner: AppContext;
let projectId: string;

async function add(content: string, runId: string): Promise<string> {
  const messages = [{ role: 'user' as const, content }];
  const { results } = await addMemories(owner, { projectId, userId: 'ada', runId, infer: false, messages });
  return results?.[0]?.id ?? '';
}

/** Reads the text that replaced a memory from its history, the list of changes, a numbered page of it, and the change alone. */
async function readQuotes(olderId: string): Promise<(string | null | undefined)[]> {
  const isReplacement = ({ event, memoryId }: { event: string; memoryId: string }) =>
    event === 'SUPERSEDE' && memoryId === olderId;
  const ofMemory = (await listMemoryHistory(owner, { projectId, id: olderId })).find(isReplacement);
  const ofFeed = (await listHistory(owner, { projectId })).rows.find(isReplacement);
  const ofPage = (await listHistoryByPage(owner, { projectId, page: 1, pageSize: 50 })).rows.find(isReplacement);
  const change = await getMemoryChange(owner, { id: ofMemory?.id ?? '' });
  return [ofMemory?.newMemory, ofFeed?.newMemory, ofPage?.newMemory, change.newMemory];
}

async function exportText(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-quote-'));
  try {
    const file = join(folder, 'project.jsonl');
    await exportProject(services, { projectId, file });
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('hides the text of a deleted memory in the history of the memory it replaced, until the deletion is undone', async () => {
  services = await testServices();
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  owner = as(services, ada);
  const [old, replacement] = ['I live in Rotterdam.', 'I moved to Ghent.'];
  const olderId = await add(old, 'first');
  const newerId = await add(replacement, 'second');
  await setLink(owner, { newerId, olderId, reason: 'Ada said so' });
  expect(await readQuotes(olderId)).toEqual(Array(4).fill(replacement));
  const { event } = await deleteMemoriesByFilter(owner, { projectId, runId: 'second', undoSeconds: 3_600 });
  expect(await readQuotes(olderId)).toEqual(Array(4).fill(null));
  expect(await exportText()).not.toContain(replacement);
  await undoDeletion(owner, { eventId: event.id });
  expect(await readQuotes(olderId)).toEqual(Array(4).fill(replacement));
});
