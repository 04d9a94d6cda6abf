/** How to connect one app or framework. */
export interface ConnectSteps {
  readonly value: string;
  readonly label: string;
  /** What to do, in one sentence. */
  readonly step: string;
  /** Text to paste. */
  toText(address: string): string;
}
