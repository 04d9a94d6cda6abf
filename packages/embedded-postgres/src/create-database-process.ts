import { openEngine } from './engine.js';

// Entry point of the process that creates a database. Its argument is an empty or missing folder.

try {
  const engine = await openEngine(process.argv[2] ?? '');
  await engine.close();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
