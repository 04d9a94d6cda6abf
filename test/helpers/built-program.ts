import path from 'node:path';
import { ensureBuiltOnce, root } from '../../scripts/build.mjs';

/** Builds dist/ unless it is current. @returns the program, which starts in a third of the time of the sources */
export async function builtProgram(): Promise<string> {
  await ensureBuiltOnce();
  return path.join(root, 'dist/src/main.js');
}
