interface Figures {
  readonly tables: readonly object[];
  readonly rounds: string;
  readonly notes?: readonly string[];
}

/**
 * Runs a bench in the root of the repository and shows what it prints.
 * @returns its report, with a note if it missed a goal
 * @throws if the bench failed to run, before its report or after it
 */
export function runBench(command: string, environment?: Record<string, string | undefined>): Promise<Figures>;
