import { useMediaQuery } from '@mantine/hooks';

/** Returns whether a table has room for all its columns. On a tablet it shows those that a reader scans for. */
export const useHasRoom = (width = 1_100): boolean =>
  useMediaQuery(`(min-width: ${width}px)`, true, { getInitialValueInEffect: false });
