/** A stretch of time that a query names: `from` inclusive, `to` exclusive, in epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Days after the period in which what was said may still be about it; default 10. */
  readonly graceDays?: number;
}
