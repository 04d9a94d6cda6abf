/** Longest text that is embedded only whole: about what a local model with 256 tokens reads. */
const WHOLE_CHARACTERS = 1_000;
/** A few sentences: one fact among other subjects hardly changes the vector of a longer chunk. */
const CHUNK_CHARACTERS = 400;
/** Overlap of neighboring chunks, so that a sentence at the border is complete in one of them. */
const OVERLAP_CHARACTERS = CHUNK_CHARACTERS / 4;
/** Bounds the work for one text. Only keyword search finds the text after the last chunk. */
const MAX_CHUNKS = 160;

/** Splits a long text into overlapping chunks, at spaces where possible. Short texts have none. */
export function splitIntoChunks(text: string): string[] {
  if (text.length <= WHOLE_CHARACTERS) return [];
  const chunks: string[] = [];
  let end = 0;
  while (end < text.length && chunks.length < MAX_CHUNKS) {
    const start = end === 0 ? 0 : startOfChunk(text, end - OVERLAP_CHARACTERS);
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
