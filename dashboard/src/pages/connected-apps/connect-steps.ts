/** Instructions for one app or framework. */
export interface ConnectSteps {
  readonly value: string;
  readonly label: string;
  /** Instruction, in one sentence. */
  readonly step: string;
  /** Returns the text to paste. */
  toText(address: string): string;
}
