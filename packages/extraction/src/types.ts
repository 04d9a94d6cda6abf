import type { LlmFile } from '@memory-gateway/models';
import type { Attachment } from './attachments.js';

/** A message of a conversation. */
export interface TextMessage {
  readonly role: 'user' | 'assistant' | 'system';
  /** May be empty beside attachments. */
  readonly content: string;
  readonly name: string | null;
  /** ISO 8601. Absent: the time of the request. */
  readonly timestamp?: string;
  readonly attachments?: readonly Attachment[];
}

/** A message as a language model gets it. */
export interface ModelMessage extends TextMessage {
  /** Images and PDFs of the message. */
  readonly files: readonly LlmFile[];
  /** The message that it comes from, as history keeps it. */
  readonly source: TextMessage & { readonly role: SourceRole };
  /** Text of that message, without its attachments. */
  readonly text: string;
}

type SourceRole = 'user' | 'assistant';

/** A stored memory that a model is shown beside a conversation. */
export interface KnownMemory {
  readonly id: string;
  readonly text: string;
  readonly createdAt: Date;
  /** Cosine with the nearest message. Null if it was not compared. */
  readonly cosine: number | null;
}

/** What a model says of a stored memory beside a new fact. */
export interface Verdict {
  readonly olderId: string;
  readonly relation: 'MERGES' | 'SUPERSEDES';
  /** 0 to 1. */
  readonly confidence: number;
  readonly reason: string | null;
}
