import { readRuleInstructions } from '@memory-gateway/memory-engine';
import type { Services } from '../../context.js';
import type { ProjectRow } from '../../stores/project/project-store.js';
import type { AddRequest } from './add-input.js';

/** What an add says of its extraction, and the project that completes it. */
interface Told {
  readonly project: ProjectRow;
  readonly request: AddRequest;
}

/**
 * Returns the hints of rules: those of the request, and those that its instructions name. `ignored` has the instructions that only a language
 * model can follow. With a model, the hints stay as they are.
 */
export function readHints(
  services: Services,
  { project, request }: Told,
): Pick<AddRequest, 'includes' | 'excludes'> & { readonly ignored: readonly string[] } {
  const { includes, excludes } = request;
  if (services.llm()) return { includes, excludes, ignored: [] };
  const told = readRuleInstructions(instructionsOf({ services, project, request }));
  const join = (...hints: readonly (string | null)[]) => hints.filter((hint) => hint?.trim()).join(', ') || null;
  return { includes: join(includes, told.includes), excludes: join(excludes, told.excludes), ignored: told.ignored };
}

const AGENT_HEADING = 'For what the assistant said:';

/** Agent instructions replace the general ones if the memories have no user, and complete them otherwise. */
export function instructionsOf({ services, project, request }: Told & { readonly services: Services }): string | null {
  const filled = (text: string | null | undefined) => (text?.trim() ? text : null);
  const general = filled(
    request.customInstructions ?? project.customInstructions ?? services.providers.customInstructions(),
  );
  const ofAgent =
    request.agentId === null ? null : filled(request.agentCustomInstructions ?? project.agentCustomInstructions);
  if (ofAgent === null) return general;
  if (request.userId === null) return ofAgent;
  return [general, `${AGENT_HEADING}\n${ofAgent}`].filter((text) => text !== null).join('\n\n');
}
