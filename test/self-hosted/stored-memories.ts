import { expect } from 'vitest';
import type { FlatCall } from './flat-client.js';

export type Item = Record<string, unknown> & { readonly id: string; readonly memory: string };
export interface Results {
  readonly results: Item[];
}

/** Stores a memory of `ada`, or with what `extra` has. */
export async function storeMemory(
  call: FlatCall,
  memory: string,
  extra: Record<string, unknown> = { user_id: 'ada' },
): Promise<Item> {
  const { status, body } = await call<Results>('POST /memories', {
    messages: [{ role: 'user', content: memory }],
    infer: false,
    ...extra,
  });
  expect(status).toBe(200);
  return body.results[0] as Item;
}
