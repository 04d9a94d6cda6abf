/** A period in epoch milliseconds. `from` is inclusive, `to` exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Days after the period in which statements may still refer to it. Default 10. */
  readonly graceDays?: number;
}
