import { lazy, type ComponentType } from 'react';
import { loadChunk } from './load-chunk';

/** Loads a component with its own chunk on first use. */
export const loadLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(load) }));

/** Loads a component together with Mantine on first use. */
export const loadWithMantine = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadLater(async () => {
    const [{ withMantine }, Loaded] = await Promise.all([import('../components/with-mantine'), load()]);
    return withMantine(Loaded);
  });
