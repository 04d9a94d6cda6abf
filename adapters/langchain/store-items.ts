import { getTextAtPath } from '@langchain/langgraph-checkpoint';
import type { Metadata } from '../shared/memory-api.js';

/** An item of a store, without its times. */
export interface StoredItem {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
}

/** Returns the metadata of an item. Each part of the namespace has a field, so that the server can filter by prefix. */
export function toMetadata({ namespace, key, value }: StoredItem): Record<string, unknown> {
  return { ...toPrefixMetadata(namespace), store_namespace: namespace, store_key: key, store_value: value };
}

/** Returns the metadata shared by all items below a namespace. */
export function toPrefixMetadata(namespace: readonly string[]): Record<string, unknown> {
  const parts = namespace.map((part, index) => [`store_namespace_${index}`, part] as const);
  return { source: 'langgraph-store', ...Object.fromEntries(parts) };
}

/** Returns the item in a memory's metadata, or null for other memories. */
export function fromMetadata(metadata: Metadata | null): StoredItem | null {
  if (metadata?.['source'] !== 'langgraph-store') return null;
  const { store_namespace: namespace, store_key: key, store_value: value } = metadata;
  return { namespace: namespace as string[], key: key as string, value: value as Record<string, unknown> };
}

/** Fields that may contain the text of a value, in order of preference. */
const textFields = ['text', 'memory', 'content', 'data'];

/** The text of a memory may have 32,768 characters. The rest is for the namespace of an item whose text another item has. */
const textMax = 32_000;

/**
 * Returns the text of an item for searches, or the beginning of a long one.
 * @param fields paths in the value. False: searches do not match the item's value, only its key
 */
export function toText(
  value: Record<string, unknown>,
  { key, fields }: { readonly key: string; readonly fields: false | string[] | undefined },
): string {
  if (fields === false) return key;
  const chosen = fields?.flatMap((path) => getTextAtPath(value, path)) ?? [];
  const named = textFields.map((field) => value[field]).find((text) => typeof text === 'string' && text.trim() !== '');
  const text = chosen.length > 0 ? chosen.join('\n') : named;
  return shorten(typeof text === 'string' ? text : JSON.stringify(value));
}

/** Never splits a surrogate pair, whose half cannot be stored. */
const shorten = (text: string): string =>
  text.length <= textMax ? text : text.slice(0, textMax).replace(/[\uD800-\uDBFF]$/, '');
