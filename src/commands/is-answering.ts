const LIMIT_MS = 1_000;

/** Returns whether a memory-gateway answers at the URL. */
export const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url.replace(/\/+$/, '')}/health`, { signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
