/** Returns a pattern that matches any of these wordings as whole words, in any script. */
export function wholeWords(wordings: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${wordings.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}
