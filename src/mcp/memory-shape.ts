import { z } from 'zod';
import { createWireForm } from '../snake-case.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';

const owner = z.string().nullable();

/** A memory as tools and resources return it. Field names follow the memory REST API, which models know. */
export const Memory = z.object({
  id: z.string().describe('Id of the memory, a UUID.'),
  memory: z.string().describe('Text of the memory.'),
  user_id: owner.describe('User that the memory belongs to, or null.'),
  agent_id: owner.describe('Agent that the memory belongs to, or null.'),
  app_id: owner.describe('App that the memory belongs to, or null.'),
  run_id: owner.describe('Run that the memory belongs to, or null.'),
  categories: z.array(z.string()).describe('Categories of the memory; empty if none fits.'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('Metadata of the memory, or null.'),
  created_at: z.string().describe('Time of creation, ISO 8601 in UTC.'),
  updated_at: z.string().describe('Time of the last change, ISO 8601 in UTC.'),
  expiration_date: z.string().nullable().describe('Last day (UTC) on which searches return the memory, or null.'),
});

const toWireForm = createWireForm(Memory);

/** Converts a stored memory to its shape for models. */
export const toMemory = (row: MemoryRow): z.infer<typeof Memory> =>
  toWireForm({ ...row, memory: row.text, categories: row.categories ?? [] });
