/** Output for progress: a bar on a terminal, else a line for each tenth. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface ProgressLine {
  show(label: string, state: { done: number; total: number }): void;
  end(): void;
}

const width = 32;

/** Creates a progress display, which redraws a bar on a terminal. */
export function progressLine(output: ProgressOutput): ProgressLine {
  let shown = '';
  let tenth = '';
  const end = () => {
    if (output.isTTY && shown !== '') output.write('\n');
    shown = '';
  };
  return {
    show(label, { done, total }) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      if (output.isTTY) {
        if (shown !== '' && shown !== label) end();
        shown = label;
        const filled = Math.floor(share * width);
        output.write(`\r${label.padEnd(10)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total} `);
        return;
      }
      const reached = `${label} ${Math.floor(share * 10)}`;
      if (reached !== tenth) output.write(`${label} ${done}/${total}\n`);
      tenth = reached;
    },
    end,
  };
}
