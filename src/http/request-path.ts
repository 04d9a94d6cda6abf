/** Replaces repeated slashes in the path of a URL by one; the query stays as it is. */
export function collapseSlashes(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}
