/** Returns how many words of a text the other one has, whatever their endings. */
export function countSharedWords(left: string, right: string): number {
  const known = wordsOf(left);
  return [...wordsOf(right)].filter((word) => known.has(word)).length;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
}
