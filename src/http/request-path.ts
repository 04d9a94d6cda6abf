/**
 * Collapses leading slashes, which clients with a trailing slash in their base URL send.
 * Inner slashes stay: `/v1/memories/user//` has an empty name and must not become the path of a memory.
 */
export function collapseLeadingSlashes(url: string): string {
  return url.replace(/^\/{2,}/, '/');
}
