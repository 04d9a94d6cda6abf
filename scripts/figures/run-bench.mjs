import { spawn } from 'node:child_process';
import { root } from '../build.mjs';

/** Returns the report in the last line of what a bench printed, or null. */
function readReport(text) {
  try {
    const report = JSON.parse(text.trimEnd().split('\n').at(-1));
    return Array.isArray(report?.tables) ? report : null;
  } catch {
    return null;
  }
}

/**
 * Runs a bench in the root of the repository and shows what it prints.
 * @returns its report, with a note if it missed a goal
 * @throws if the bench failed to run, before its report or after it
 */
export async function runBench(command, environment) {
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    process.stderr.write(chunk);
  });
  const [code, signal] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)));
  const report = readReport(text);
  if (report === null) throw new Error(`The bench ended with ${code ?? signal} and without a report.`);
  const { isGoalMissed = false, ...figures } = report;
  if (code !== (isGoalMissed ? 1 : 0))
    throw new Error(`The bench failed after its report: it ended with ${code ?? signal}.`);
  return isGoalMissed ? { ...figures, notes: [...(figures.notes ?? []), 'A goal was missed.'] } : figures;
}
