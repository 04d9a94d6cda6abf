import { readSchema, toObjectInShape, isStorable, type Json, type MemoryModel } from '@memory-gateway/memory-engine';
import { loadPrompt, providerFailure, parseLooseJson, type Llm } from '@memory-gateway/models';

const profilePrompt = loadPrompt('fill-profile.v1');
const summaryPrompt = loadPrompt('summarize-memories.v1');

/** Fills profiles and writes summaries with a language model. Both reject with UpstreamFailedError. @returns undefined without a model: rules do it then */
export function memoryModel(llm: Llm | null, signal?: AbortSignal): MemoryModel | undefined {
  if (!llm) return undefined;
  return {
    async fill({ schema, instructions, memories }) {
      // Each server accepts a different part of JSON Schema, so the schema is in the prompt and the answer is brought into its form here.
      const request = profilePrompt.fill({
        instructions: instructions ?? null,
        schema: JSON.stringify(schema),
        memories: toList(memories),
      });
      const answer = parseLooseJson(await llm.generateText({ ...request, signal }));
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
        throw providerFailure('provider_bad_answer', llm);
      return toObjectInShape(readSchema(schema).shape, answer as Record<string, Json>, storable);
    },
    async summarize(memories) {
      const request = summaryPrompt.fill({ memories: toList(memories) });
      const text = storable((await llm.generateText({ ...request, signal })).trim());
      if (text === '') throw providerFailure('provider_bad_answer', llm);
      return text;
    },
  };
}

/** Every model accepts about this much. The oldest memories beyond it are left out. */
const charactersMax = 150_000;

function toList(memories: readonly string[]): string {
  let characters = 0;
  const taken = memories.filter((text, index) => {
    characters += text.length;
    return index === 0 || characters <= charactersMax;
  });
  return JSON.stringify(taken, null, 1);
}

function storable(text: string): string {
  // Postgres accepts neither NUL nor unpaired surrogates.
  return isStorable(text) ? text : Buffer.from(text.replaceAll('\0', '')).toString('utf8');
}
