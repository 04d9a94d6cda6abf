import type { Services } from '../../context.js';
import { DEFAULT_CATEGORIES, type Category } from '../../engine/categorize.js';
import { extractFacts as extractLocally } from '../../engine/extract.js';
import { holdsSecret, redactSecrets } from '../../engine/extraction/secrets.js';
import { isStorable, type Json } from '../../engine/filter-values.js';
import type { Llm } from '../../providers/llm/types.js';
import type { CustomCategory, ProjectRow } from '../../stores/project/project-store.js';
import type { AddRequest, EntityIds } from './add-input.js';
import { ExtractedFacts, extractionRequest } from './extraction-prompt.js';
import { memoryTextMax } from './messages.js';
import type { Fact } from './store-facts.js';

/**
 * Turns messages into facts, with the configured language model or, without one, by rules; and says whom each belongs to: with both a
 * user and an agent, what the user said belongs to the user and what the assistant said to the agent, never to both.
 * @throws UpstreamFailedError when the model fails, or answers something else than facts
 */
export async function extractFacts(services: Services, project: ProjectRow, request: AddRequest): Promise<Fact[]> {
  const llm = services.llm();
  if (llm) return extractWith(llm, { services, project, request });
  const { includes, excludes, messages } = request;
  return extractLocally(messages, { includes, excludes }).map(({ text, role, actor }) => ({
    ...attribution(request, role),
    text,
    role,
    actor,
    input: [sourceOf(request, { text, role })],
  }));
}

interface Extraction {
  readonly services: Services;
  readonly project: ProjectRow;
  readonly request: AddRequest;
}

const factsMax = 200;

async function extractWith(llm: Llm, { services, project, request }: Extraction): Promise<Fact[]> {
  // What a system says is an instruction to somebody else, and no source.
  const messages = request.messages.filter(({ role }) => role !== 'system');
  if (messages.length === 0) return [];
  const { includes, excludes } = request;
  const isForAgent = request.agentId !== null;
  const day = request.timestamp === null ? services.now() : new Date(request.timestamp);
  const wishes = {
    day,
    includes,
    excludes,
    isForAgent,
    customInstructions: instructionsOf({ services, project, request }),
  };
  const { facts } = await llm.generateObject(extractionRequest(messages, wishes), ExtractedFacts);
  const seen = new Set<string>();
  return facts.slice(0, factsMax).flatMap(({ text: given, message }) => {
    const text = given.trim();
    if (text === '' || text.length > memoryTextMax || !isStorable(text) || seen.has(text) || holdsSecret(text))
      return [];
    seen.add(text);
    // A number that no message has says nothing: the first message of the conversation stands for it.
    const source = messages[message - 1] ?? messages[0];
    if (!source || source.role === 'system') return [];
    const { role, name } = source;
    const content = redactSecrets(source.content);
    const input = [name === null ? { role, content } : { role, content, name }] as Json;
    return [{ ...attribution(request, role), text, role, actor: name, input }];
  });
}

/** Those of agents stand alone for memories of an agent; where there is a user too, they are about what the assistant said. */
function instructionsOf({ services, project, request }: Extraction): string | null {
  const filled = (text: string | null | undefined) => (text?.trim() ? text : null);
  const general = filled(
    request.customInstructions ?? project.customInstructions ?? services.providers.customInstructions(),
  );
  const ofAgent =
    request.agentId === null ? null : filled(request.agentCustomInstructions ?? project.agentCustomInstructions);
  if (ofAgent === null) return general;
  if (request.userId === null) return ofAgent;
  return [general, `For what the assistant said:\n${ofAgent}`].filter((text) => text !== null).join('\n\n');
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
    typeof entry === 'string'
      ? [{ name: entry }]
      : Object.entries(entry).map(([name, description]) => ({ name, description })),
  );
}

function sourceOf(request: AddRequest, fact: { text: string; role: string }): { role: string; content: string } {
  const collapse = (text: string): string => text.replace(/\s+/gu, ' ');
  const source = request.messages.find(
    (message) => message.role === fact.role && collapse(message.content).includes(collapse(fact.text)),
  );
  return { role: fact.role, content: redactSecrets(source?.content ?? fact.text) };
}
