/** Tables of docs/performance.md that `npm run figures` writes, in their order. */
export const tables: readonly {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  readonly short: string;
  readonly long: string;
}[];
