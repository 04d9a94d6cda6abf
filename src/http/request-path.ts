/**
 * Replaces slashes in front of the path by one, which clients with a trailing slash in their base address send. Slashes inside stay:
 * an empty segment is an empty name, and `/v1/memories/user//` must not become the path of a memory.
 */
export function collapseLeadingSlashes(url: string): string {
  return url.replace(/^\/{2,}/, '/');
}
