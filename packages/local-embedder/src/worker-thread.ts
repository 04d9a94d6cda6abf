import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread from a module of the product. From TypeScript sources (tests, `npm run dev`), Node 20 cannot
 * load a `.ts` entry in a worker, not even with a loader in `execArgv`, so a one-line bootstrap registers the loader
 * inside the thread.
 * @param entry absolute `file:` URL of the module, usually `new URL('./x-worker.js', import.meta.url)`; from sources,
 * its `.js` is replaced by `.ts`
 */
export function startWorker(entry: URL, options: WorkerOptions = {}): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(entry, options);
  const source = JSON.stringify(entry.href.replace(/\.js$/, '.ts'));
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(bootstrap, { ...options, eval: true });
}
