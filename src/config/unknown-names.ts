import type { Environment } from './reader.js';

/** Read by the command line and by the build, not by the server. */
const namesOfOthers = [
  'MEMORY_GATEWAY_API_KEY',
  'MEMORY_GATEWAY_NATIVE_RUNTIME',
  'MEMORY_GATEWAY_NO_INSTALL',
  'MEMORY_GATEWAY_URL',
];

/** Returns a sentence for each variable with the product's prefix, or one edit away from a known name, that has no effect. */
export function describeUnknownNames(env: Environment, read: ReadonlySet<string>): string[] {
  const known = new Set([...read, ...namesOfOthers]);
  return Object.keys(env)
    .filter((name) => !known.has(name) && env[name]?.trim())
    .flatMap((name) => {
      const near = [...known].find((candidate) => isOneEditAway(name, candidate));
      if (near) return [`${name} has no effect. Did you mean ${near}?`];
      return name.startsWith('MEMORY_GATEWAY_') ? [`${name} has no effect. .env.example lists every variable.`] : [];
    });
}

/** One letter more, less or different, or two neighbours swapped. */
function isOneEditAway(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [mine, theirs] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (mine.length <= 1 && theirs.length <= 1) return true;
  return mine.length === 2 && mine === `${theirs[1]}${theirs[0]}`;
}
