import { lazy, type ComponentType } from 'react';
import { loadChunk } from './load-chunk';

/** Loads a component with its own chunk when it is first shown. */
export const loadLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(load) }));

/** Loads a component that uses Mantine, and Mantine with it. */
export const loadWithMantine = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadLater(async () => {
    const [{ withMantine }, Loaded] = await Promise.all([import('../components/with-mantine'), load()]);
    return withMantine(Loaded);
  });
