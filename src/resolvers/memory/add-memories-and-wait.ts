import type { AppContext } from '../../context.js';
import type { AddMemoriesInput } from './add-input.js';
import { addMemories, type AddedMemories } from './add-memories.js';
import { readAddedFacts, waitForExtraction } from './wait-for-extraction.js';

const limitMs = 60_000;

/**
 * Adds memories and waits up to 60 seconds until the extraction ends. `results` is null if it is still running then.
 * @throws UpstreamFailedError if the extraction failed; ConflictError if it was cancelled
 */
export async function addMemoriesAndWait(ctx: AppContext, input: AddMemoriesInput): Promise<AddedMemories> {
  const added = await addMemories(ctx, input);
  if (added.results) return added;
  const { event } = added;
  const ended = await waitForExtraction(ctx, { projectId: event.projectId, event, limitMs, provisional: added });
  return { ...added, event: ended, results: readAddedFacts(ended) };
}
