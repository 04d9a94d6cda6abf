/** Start of every URI of a resource. */
export const scheme = 'memory-gateway://';

export const toMemoryUri = (id: string): string => `${scheme}memories/${id}`;

export const toProfileUri = (userId: string): string => `${scheme}users/${encodeURIComponent(userId)}/profile`;

export const instructionsUri = `${scheme}project/instructions`;

/** Returns the id in the URI of a memory, or null for another URI. */
export function fromMemoryUri(uri: string): string | null {
  return uri.startsWith(`${scheme}memories/`) ? uri.slice(`${scheme}memories/`.length) : null;
}
