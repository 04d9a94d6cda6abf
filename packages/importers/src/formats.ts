/** Formats of other products. */
export const productFormats = ['mem0', 'openmemory', 'zep', 'letta', 'langchain', 'chatgpt', 'claude'] as const;

/** Names of all formats. `jsonl`, `json` and `csv` accept a mapping. */
export const importFormats: readonly string[] = [...productFormats, 'json', 'jsonl', 'csv'];
