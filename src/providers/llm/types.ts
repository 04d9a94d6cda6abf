import type { z } from 'zod';

export interface LlmRequest {
  readonly system: string;
  readonly prompt: string;
  readonly signal?: AbortSignal | undefined;
}

/** A language model called over the network. Calls take seconds: never make them inside a transaction. */
export interface Llm {
  readonly provider: string;
  readonly model: string;
  /** Generates a text. @throws UpstreamFailedError with a class in `reason` */
  generateText(request: LlmRequest): Promise<string>;
  /**
   * Generates an object of this shape. Describe the JSON in the prompt too, because not every server supports schemas.
   * @throws UpstreamFailedError with a class in `reason`; `provider_bad_answer` for another shape
   */
  generateObject<T>(request: LlmRequest, schema: z.ZodType<T>): Promise<T>;
}
