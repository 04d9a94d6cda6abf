import { z } from 'zod';
import { detailBody as detail } from '../shared/problems.js';
import { messageSchema as Message } from '../self-hosted/fields.js';
import type { DocumentedRoute } from './routes.js';

const nullableText = z.string().nullable();
const flag = z.boolean();

const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  created_at: z.string(),
});
const Pair = z.object({ access_token: z.string(), refresh_token: z.string(), token_type: z.literal('bearer') });
const Invitation = z.object({
  ...{ id: z.string(), email: z.string(), role: nullableText, user_role: nullableText, project_id: nullableText },
  ...{ expires_at: z.string(), created_at: z.string() },
});
const ApiKey = z.object({
  ...{ id: z.string(), label: z.string(), key_prefix: z.string(), created_at: z.string(), last_used_at: nullableText },
  ...{ project_id: nullableText, read_only: flag, expires_at: nullableText },
});
const NewApiKey = ApiKey.omit({ last_used_at: true }).extend({
  key: z.string().describe('Shown here and never again.'),
});
const metadata = z.record(z.string(), z.unknown()).nullable();
const Memory = z.object({
  ...{ id: z.string(), memory: z.string(), hash: z.string(), metadata, created_at: z.string(), updated_at: z.string() },
  ...{
    user_id: nullableText.optional(),
    agent_id: nullableText.optional(),
    app_id: nullableText.optional(),
    run_id: nullableText.optional(),
  },
  ...{ actor_id: z.string().optional(), role: z.string().optional(), expiration_date: nullableText.optional() },
});
const paging = {
  total: z.number().int().optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
};
const Added = z.object({
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
const Change = z.object({
  ...{
    id: z.string(),
    memory_id: z.string(),
    old_memory: nullableText,
    new_memory: nullableText,
    event: z.string(),
    created_at: nullableText,
  },
  ...{ updated_at: nullableText, is_deleted: flag, actor_id: nullableText, role: nullableText },
});
const Deletion = z.object({ message: z.string(), event_id: z.string() });
const Entity = z.object({
  id: z.string(),
  type: z.string(),
  total_memories: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
const Call = z.object({
  ...{
    id: z.string(),
    method: z.string(),
    path: z.string(),
    status_code: z.number().int(),
    latency_ms: z.number(),
    auth_type: z.string(),
    created_at: z.string(),
  },
  ...{
    operation: nullableText,
    user_id: nullableText,
    key_prefix: nullableText,
    project_id: nullableText,
    request_id: nullableText,
    client: nullableText,
  },
});

const Block = z.object({
  provider: nullableText,
  config: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
const Configuration = z.object({
  ...{
    version: z.string(),
    vector_store: z.object({ provider: z.string(), config: z.record(z.string(), z.unknown()) }),
    llm: Block,
    embedder: Block,
  },
  ...{ history_db_path: nullableText, custom_instructions: nullableText, sources: z.record(z.string(), z.unknown()) },
  re_embedding: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('How far memories are embedded anew; null when they are not.'),
});

const done: Readonly<Record<string, z.ZodType>> = {
  ...{
    setupStatus: z.object({ needsSetup: flag }),
    register: Pair,
    login: Pair,
    refresh: Pair,
    acceptInvitation: Pair,
    logout: Message,
  },
  ...{ me: User, updateProfile: User, changePassword: Message, onboardingComplete: Message },
  ...{
    listUsers: z.array(User),
    setUserRole: User,
    removeUser: Message,
    listInvitations: z.array(Invitation),
    revokeInvitation: Message,
  },
  ...{ listApiKeys: z.array(ApiKey), revokeApiKey: Message, addMemories: Added },
  ...{
    listMemories: z.object({ results: z.array(Memory), ...paging }),
    getMemory: Memory.extend({ score: z.null() }),
    updateMemory: Message,
    deleteMemory: Message,
  },
  ...{
    memoryHistory: z.array(Change),
    deleteMemories: Deletion,
    reset: Deletion,
    listEntities: z.array(Entity),
    deleteEntity: Message,
  },
  searchMemories: z.object({
    results: z.array(Memory.extend({ score: z.number(), score_details: z.record(z.string(), z.unknown()).optional() })),
  }),
  listRequests: z.array(Call),
  ...{
    readConfiguration: Configuration,
    updateConfiguration: Message,
    listProviders: z.record(z.string(), z.unknown()),
  },
  generateInstructions: z.object({ custom_instructions: z.string(), test_message: z.string() }),
};

const created: Readonly<Record<string, z.ZodType>> = {
  createUser: User.extend({
    password: z.string().optional().describe('Only when it was made up; shown here and never again.'),
  }),
  createInvitation: Invitation.extend({ token: z.string().describe('Shown here and never again.') }),
  createApiKey: NewApiKey,
};

const Pending = z.object({ results: z.array(z.never()), event_id: z.string(), status: z.enum(['PENDING', 'RUNNING']) });
const issues = z.object({
  detail: z.array(
    z.object({
      type: z.string(),
      loc: z.array(z.union([z.string(), z.number()])),
      msg: z.string(),
      input: z.unknown(),
    }),
  ),
});

/** The answers of a path without a version: its own by name of the operation, and the refusals that all of them share. */
export function answersOfSelfHosted({
  operation,
  body,
  params,
  querystring,
}: DocumentedRoute): (readonly [number, z.ZodType])[] {
  const isTyped = body !== null || params !== null || querystring !== null;
  return [
    ...(done[operation] ? [[200, done[operation]] as const] : []),
    ...(created[operation] ? [[201, created[operation]] as const] : []),
    ...(operation === 'addMemories' ? [[202, Pending] as const] : []),
    ...[[400, detail] as const, [401, detail] as const, [403, detail] as const, [404, detail] as const],
    ...(isTyped ? [[422, z.union([issues, detail])] as const] : []),
    [429, z.object({ error: z.string() })],
    [502, detail.extend({ code: z.string(), request_id: z.string() })],
  ];
}
