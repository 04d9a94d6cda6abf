const wordPattern = /[\p{L}\p{N}]+/gu;
const leastShare = 0.34;

interface Sentence {
  readonly sentence: string;
  readonly isMarked: boolean;
}

/**
 * Splits a message into sentences and marks those that share words with the memory.
 * @param least minimum share of words. Default: a third, and always the most similar sentence
 */
export function toMarkedSentences(message: string, memory: string, least?: number): Sentence[] {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(message)].map(
    ({ segment }) => segment,
  );
  const known = toWords(memory);
  const shares = sentences.map((sentence) => toShare(toWords(sentence), known));
  const best = Math.max(...shares, 0);
  return sentences.map((sentence, index) => {
    const share = shares[index] ?? 0;
    return {
      sentence,
      isMarked: share > 0 && (share >= (least ?? leastShare) || (least === undefined && share === best)),
    };
  });
}

const toWords = (text: string): Set<string> => new Set(text.toLowerCase().match(wordPattern) ?? []);

function toShare(words: Set<string>, known: Set<string>): number {
  if (words.size === 0) return 0;
  return [...words].filter((word) => known.has(word)).length / words.size;
}
