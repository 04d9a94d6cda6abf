import type { z } from 'zod';

/** A file for a model that can read it. */
export interface LlmFile {
  readonly data: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf';
  /** What the model is told before the file. */
  readonly title?: string;
}

export interface LlmRequest {
  readonly system: string;
  readonly prompt: string;
  readonly signal?: AbortSignal | undefined;
  /** Images and PDFs, sent before the prompt. The provider refuses files that its model cannot read. */
  readonly files?: readonly LlmFile[];
  /** Called if the end of the answer is missing: it was longer than the model may write, or its context was full. */
  readonly onCut?: () => void;
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
