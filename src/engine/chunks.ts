/** Texts up to this length are embedded whole: it is about what a local model with 256 tokens reads. */
const CHUNK_CHARACTERS = 1_000;
/** Characters that two neighboring chunks share, so that a sentence at the border is whole in one of them. */
const OVERLAP_CHARACTERS = 250;
/** Bounds the work for one text; what follows is found by its words alone. */
const MAX_CHUNKS = 64;

/**
 * Splits what follows the beginning of a long text into overlapping chunks; a text that a model reads whole has none. Chunks begin and
 * end at spaces where there are some.
 */
export function splitIntoChunks(text: string): string[] {
  const chunks: string[] = [];
  let end = text.length > CHUNK_CHARACTERS ? endOfChunk(text, 0) : text.length;
  while (end < text.length && chunks.length < MAX_CHUNKS) {
    const start = startOfChunk(text, end - OVERLAP_CHARACTERS);
    end = endOfChunk(text, start);
    chunks.push(text.slice(start, end).trim());
  }
  return chunks.filter((chunk) => chunk !== '');
}

function startOfChunk(text: string, from: number): number {
  const space = text.slice(from, from + OVERLAP_CHARACTERS / 2).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

function endOfChunk(text: string, start: number): number {
  const full = start + CHUNK_CHARACTERS;
  if (full >= text.length) return text.length;
  const space = text.slice(full - OVERLAP_CHARACTERS / 2, full).search(/\s\S*$/u);
  return space < 0 ? full : full - OVERLAP_CHARACTERS / 2 + space;
}
