import { stem } from '../words/stem.js';
import { COMMON_WORDS } from './common-words.js';

const rarityByStem = new Map<string, number>();
const words = COMMON_WORDS.trim().split(/\s+/u);
words.forEach((word, rank) => {
  const key = stem(word);
  // Words are sorted by frequency, so the first word of a stem is its most frequent one.
  if (!rarityByStem.has(key)) rarityByStem.set(key, Math.log(1 + rank) / Math.log(1 + words.length));
});

/** Returns the rarity of a stem in English, from 0 ("the") to 1 (not among the 3,000 most frequent words). */
export function getRarity(stemmed: string): number {
  return rarityByStem.get(stemmed) ?? 1;
}
