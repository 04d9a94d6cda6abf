import { z } from 'zod';

const nullableText = z.string().nullable();
const flag = z.boolean();

/** A user, without secrets. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  created_at: z.string(),
});
/** The tokens of a session. */
export const TokenPair = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
});
/** An open invitation. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: nullableText,
  user_role: nullableText,
  project_id: nullableText,
  expires_at: z.string(),
  created_at: z.string(),
});
/** An API key without its secret. */
export const ApiKey = z.object({
  id: z.string(),
  label: z.string(),
  key_prefix: z.string(),
  created_at: z.string(),
  last_used_at: nullableText,
  project_id: nullableText,
  read_only: flag,
  expires_at: nullableText,
});
/** A new API key with its secret. */
export const NewApiKey = ApiKey.omit({ last_used_at: true }).extend({
  key: z.string().describe('Shown here and never again.'),
});
const metadata = z.record(z.string(), z.unknown()).nullable();
/** A memory. Fields that are not set are absent. */
export const Memory = z.object({
  id: z.string(),
  memory: z.string(),
  hash: z.string(),
  metadata,
  created_at: z.string(),
  updated_at: z.string(),
  user_id: nullableText.optional(),
  agent_id: nullableText.optional(),
  app_id: nullableText.optional(),
  run_id: nullableText.optional(),
  actor_id: z.string().optional(),
  role: z.string().optional(),
  expiration_date: nullableText.optional(),
});
/** Paging fields of a list. */
export const paging = {
  total: z.number().int().optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
};
/** The stored memories of an add. */
export const AddedMemories = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      memory: z.string(),
      event: z.string(),
      actor_id: nullableText.optional(),
      role: nullableText.optional(),
    }),
  ),
});
/** One change of a memory. */
export const HistoryEntry = z.object({
  id: z.string(),
  memory_id: z.string(),
  old_memory: nullableText,
  new_memory: nullableText,
  event: z.string(),
  created_at: nullableText,
  updated_at: nullableText,
  is_deleted: flag,
  actor_id: nullableText,
  role: nullableText,
});
/** A deletion that goes on in the background. */
export const AcceptedDeletion = z.object({ message: z.string(), event_id: z.string() });
/** A user, agent, app or run with its number of memories. */
export const Entity = z.object({
  id: z.string(),
  type: z.string(),
  total_memories: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
/** One request of the request log. */
export const RequestLogEntry = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  status_code: z.number().int(),
  latency_ms: z.number(),
  auth_type: z.string(),
  created_at: z.string(),
  operation: nullableText,
  user_id: nullableText,
  key_prefix: nullableText,
  project_id: nullableText,
  request_id: nullableText,
  client: nullableText,
});

const Block = z.object({
  provider: nullableText,
  config: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
/** The configuration of the installation, without secrets. */
export const Configuration = z.object({
  version: z.string(),
  vector_store: z.object({ provider: z.string(), config: z.record(z.string(), z.unknown()) }),
  llm: Block,
  embedder: Block,
  history_db_path: nullableText,
  custom_instructions: nullableText,
  sources: z.record(z.string(), z.unknown()),
  re_embedding: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Progress of re-embedding all memories; null when none is running.'),
});

/** A list of memories; with page numbers it has their paging. */
export const MemoryList = z.object({ results: z.array(Memory), ...paging });

/** A user that was just created. */
export const NewUser = User.extend({
  password: z.string().optional().describe('Only when the server generated it. Shown once.'),
});

/** An invitation that was just created. */
export const NewInvitation = Invitation.extend({
  token: z.string().describe('Secret of the invitation link. Shown once.'),
});

/** A search result. */
export const SearchResult = Memory.extend({
  score: z.number(),
  score_details: z.record(z.string(), z.unknown()).optional(),
});

/** An add whose extraction still runs. */
export const PendingAdd = z.object({
  results: z.array(z.never()),
  event_id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
});
