/** Longest text that is embedded only whole: about what a local model with 256 tokens reads. */
const WHOLE_CHARACTERS = 1_000;
/** A few sentences: one fact among other subjects hardly changes the vector of a longer chunk. */
const CHUNK_CHARACTERS = 400;
/** Overlap of neighboring chunks, so that a sentence at the border is complete in one of them. */
const OVERLAP_CHARACTERS = CHUNK_CHARACTERS / 4;
/** Bounds the work for one text. Only keyword search finds the text after the last chunk. */
const MAX_CHUNKS = 160;
/** Chunks of an assistant's answer after its beginning. Each costs as much time as ten short messages. */
const MAX_ANSWER_CHUNKS = 2;

/**
 * Splits a long text into overlapping chunks, at spaces where possible. Short texts have none. The answer of an assistant has few long
 * chunks, because its length would cost seconds and outweigh what the user said.
 */
export function splitIntoChunks(text: string, role?: string | null): string[] {
  if (text.length <= WHOLE_CHARACTERS) return [];
  if (role === 'assistant') return splitAnswer(text);
  const chunks: string[] = [];
  let end = 0;
  while (end < text.length && chunks.length < MAX_CHUNKS) {
    const start = end === 0 ? 0 : startOfChunk(text, end - OVERLAP_CHARACTERS);
    end = endOfChunk(text, start);
    chunks.push(text.slice(start, end).trim());
  }
  return chunks.filter((chunk) => chunk !== '');
}

/** The vector of the whole text covers the first piece. */
function splitAnswer(text: string): string[] {
  return Array.from({ length: MAX_ANSWER_CHUNKS }, (_, index) => {
    const start = (index + 1) * WHOLE_CHARACTERS;
    return text.slice(start, start + WHOLE_CHARACTERS).trim();
  }).filter((chunk) => chunk !== '');
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
