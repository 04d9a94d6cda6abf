import type { Services } from '../../context.js';
import { DEFAULT_CATEGORIES, type Category } from '../../engine/categorize.js';
import { extractFacts as extractLocally } from '../../engine/extract.js';
import type { CustomCategory, ProjectRow } from '../../stores/project.js';
import type { AddRequest, EntityIds } from './add-input.js';
import type { Fact } from './store-facts.js';

/**
 * Turns messages into facts and says whom each belongs to: with both a user and an agent, what the user said belongs to the user
 * and what the assistant said to the agent, never to both.
 */
export async function extractFacts(_services: Services, _project: ProjectRow, request: AddRequest): Promise<Fact[]> {
  const { includes, excludes, messages } = request;
  return extractLocally(messages, { includes, excludes }).map(({ text, role, actor }) => ({
    ...attribution(request, role),
    text,
    role,
    actor,
    input: [sourceOf(request, { text, role })],
  }));
}

/** Whom a fact that somebody of this role stated belongs to. */
export function attribution({ userId, agentId, appId, runId }: EntityIds, role: 'user' | 'assistant'): EntityIds {
  if (userId === null || agentId === null) return { userId, agentId, appId, runId };
  return role === 'user' ? { userId, agentId: null, appId, runId } : { userId: null, agentId, appId, runId };
}

/** The categories in force: those of the call, else of the project, else the default ones. An empty list is no list. */
export function categoriesInForce(project: ProjectRow, ofCall: readonly CustomCategory[] | null): readonly Category[] {
  const own = [ofCall, project.customCategories].find((list) => list && list.length > 0);
  if (!own) return DEFAULT_CATEGORIES;
  return own.flatMap((entry) =>
    typeof entry === 'string' ? [{ name: entry }] : Object.entries(entry).map(([name, description]) => ({ name, description })),
  );
}

function sourceOf(request: AddRequest, fact: { text: string; role: string }): { role: string; content: string } {
  const collapse = (text: string): string => text.replace(/\s+/gu, ' ');
  const source = request.messages.find((message) => message.role === fact.role && collapse(message.content).includes(collapse(fact.text)));
  return { role: fact.role, content: source?.content ?? fact.text };
}
