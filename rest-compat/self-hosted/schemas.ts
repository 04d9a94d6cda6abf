import { z } from 'zod';
import { outdatedBy } from '../shared/search.js';
import { messageSchema } from './fields.js';

const nullableText = z.string().nullable();
const flag = z.boolean();

export const User = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'SelfHostedUser' });
export const TokenPair = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
  })
  .meta({ id: 'SelfHostedTokens' });
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: nullableText,
    user_role: nullableText,
    project_id: nullableText,
    invited_by: z.string().describe('Id of the user who created the invitation.'),
    expires_at: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'SelfHostedInvitation' });
export const ApiKey = z
  .object({
    id: z.string(),
    label: z.string(),
    key_prefix: z.string(),
    created_at: z.string(),
    last_used_at: nullableText,
    project_id: nullableText,
    read_only: flag,
    expires_at: nullableText,
  })
  .meta({ id: 'SelfHostedApiKey' });
export const NewApiKey = ApiKey.omit({ last_used_at: true }).extend({
  key: z.string().describe('Shown here and never again.'),
});
const metadata = z.record(z.string(), z.unknown()).nullable();
/** A memory. Null fields are omitted. */
export const Memory = z
  .object({
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
  })
  .meta({ id: 'SelfHostedMemory' });
const paging = {
  total: z.number().int().optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
};
const ignoredOptions = z
  .array(z.string())
  .optional()
  .describe('Options of the request that have no effect on it. Missing if there are none.');

/** What has no effect on an add. */
export const Notes = z.object({
  ignored_instructions: z
    .array(z.string())
    .optional()
    .describe('Sentences of the instructions that have no effect without a language model. Missing if there are none.'),
  ignored_options: ignoredOptions,
});

export const AddedItems = Notes.extend({
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
export const UpdatedMemory = messageSchema.extend({ ignored_options: ignoredOptions });

export const HistoryEntry = z
  .object({
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
  })
  .meta({ id: 'SelfHostedHistoryEntry' });
export const AcceptedDeletion = z.object({ message: z.string(), event_id: z.string() });
export const Entity = z
  .object({
    id: z.string(),
    type: z.string(),
    total_memories: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'SelfHostedEntity' });
export const RequestLogEntry = z
  .object({
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
  })
  .meta({ id: 'SelfHostedRequest' });

const Block = z.object({
  provider: nullableText,
  config: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export const Configuration = z
  .object({
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
  })
  .meta({ id: 'SelfHostedConfiguration' });

/** A list of memories. Paging fields only with page numbers. */
export const MemoryList = z.object({ results: z.array(Memory), ...paging });

export const NewUser = User.extend({
  password: z.string().optional().describe('Only when the server generated it. Shown once.'),
});

export const NewInvitation = Invitation.extend({
  token: z.string().describe('Secret of the invitation link. Shown once.'),
});

export const SearchResult = Memory.extend({
  score: z.number(),
  outdated_by: outdatedBy.optional(),
  score_details: z.record(z.string(), z.unknown()).optional(),
});

/** An add whose extraction is still running. */
export const PendingAdd = Notes.extend({
  results: z.array(z.never()),
  event_id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
});
