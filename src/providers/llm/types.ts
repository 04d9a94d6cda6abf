import type { z } from 'zod';

export interface LlmRequest {
  /** What it is to do. */
  readonly system: string;
  /** What it is to do it with. */
  readonly prompt: string;
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined;
}

/** A language model that is called over the network. Both calls take seconds: never make them inside a transaction. */
export interface Llm {
  /** `openai`, `anthropic` or `gemini`. */
  readonly provider: string;
  readonly model: string;
  /** @throws UpstreamFailedError with a class in `reason` */
  generateText(request: LlmRequest): Promise<string>;
  /**
   * An answer of this shape. Let the request say in words what JSON is wanted, too: not every server can be bound to a schema.
   * @throws UpstreamFailedError with a class in `reason`: `provider_bad_answer` for one of another shape
   */
  generateObject<T>(request: LlmRequest, schema: z.ZodType<T>): Promise<T>;
}
