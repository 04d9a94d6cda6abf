import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const isTerminal = process.stdout.isTTY === true;
const hasColours = isTerminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Returns styled text, or plain text if stdout is no terminal or NO_COLOR is set. */
export function styled(style: Style, text: string): string {
  return hasColours ? styleText(style, text) : text;
}

/** Prints lines to stdout. */
export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Shows a progress bar. If stdout is no terminal, prints a line at each quarter. */
export function progressBar(total: number, unit: string): { advance(by?: number): void; done(): void } {
  const width = 32;
  let count = 0;
  let quarter = 0;
  const draw = () => {
    const filled = Math.floor((count / Math.max(1, total)) * width);
    process.stdout.write(
      `\r   ${styled('cyan', '█'.repeat(filled))}${styled('dim', '░'.repeat(width - filled))} ${count}/${total} ${unit} `,
    );
  };
  return {
    advance(by = 1) {
      count += by;
      if (isTerminal) return draw();
      const reached = Math.floor((count / Math.max(1, total)) * 4);
      if (reached > quarter) say(`   ${count}/${total} ${unit}`);
      quarter = reached;
    },
    done() {
      if (isTerminal) process.stdout.write(`\r${' '.repeat(width + 40)}\r`);
    },
  };
}

/** Truncates a text to a number of characters, with an ellipsis. */
export function shorten(text: string, length: number): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

/** Returns the maximum line width. */
export function lineWidth(): number {
  return Math.min(process.stdout.columns ?? 110, 130);
}

/** Formats milliseconds: `830 ms`, `2.4 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
