import { stripVTControlCharacters, styleText } from 'node:util';
import type { CommandIo } from './command-line.js';

type Style = Parameters<typeof styleText>[0];

/** Colors a text on a terminal. Returns it unchanged in a file or a pipe. */
export function paint(io: CommandIo, style: Style, text: string): string {
  return io.stdout.isTTY === true ? styleText(style, text) : text;
}

export function printJson(io: CommandIo, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Returns a text as one line without control characters: those of a memory could act on the terminal. */
export const toLine = (text: string): string => stripVTControlCharacters(text).replace(/[\s\p{Cc}]+/gu, ' ');

export function printTable(io: CommandIo, heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.map(toLine));
  const widths = heading.map((title, index) => Math.max(title.length, ...lines.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  io.stdout.write(`${paint(io, 'bold', line(heading))}\n${lines.map((row) => `${line(row)}\n`).join('')}`);
}
