import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EmbedStart } from './messages.js';

/**
 * Starts the process of a model. A process of its own gives all of its memory back when the model is unloaded, and a failure in native code ends nothing else.
 * @param start what to load
 */
export function startProcess(start: EmbedStart): ChildProcess {
  const fromSources = import.meta.url.endsWith('.ts');
  const entry = new URL(fromSources ? './embed-process.ts' : './embed-process.js', import.meta.url);
  return fork(fileURLToPath(entry), [JSON.stringify(start)], {
    // Tests and `npm run dev` run the TypeScript sources.
    execArgv: fromSources ? ['--import', 'tsx'] : [],
    // No secret of the server reaches the process. glibc keeps freed weights without this setting: 380 MB with a loaded model instead of 270.
    // ONNX Runtime would send reports to its vendor, and write an ID of this machine to the home folder.
    env: { MALLOC_TRIM_THRESHOLD_: '131072', ORT_DISABLE_TELEMETRY: '1' },
    // stdout belongs to the command that runs.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // A session of its own: Linux shares processors between sessions first, and only then by priority (sched(7)).
    detached: true,
  });
}
