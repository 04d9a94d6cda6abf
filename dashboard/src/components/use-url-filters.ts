import { useSearchParams } from 'react-router';

/** Reads and writes the filters of a page in its URL. @param replaces whether a change adds no entry to the history */
export function useUrlFilters({ replaces = false } = {}) {
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | null>>) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: replaces },
    );
  return { params, change };
}
