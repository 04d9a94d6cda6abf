import { cannotWrite } from './database-errors.js';

export interface WriteHealth {
  failed(error: unknown): void;
  /** Reports a successful write: outside of a transaction, or in a committed one. */
  wrote(): void;
  /** Returns the error of the latest write, or null if writes work. */
  fault(): unknown;
}

/** Creates the tracker, without a fault. */
export function createWriteHealth(): WriteHealth {
  let fault: unknown = null;
  return {
    failed(error) {
      if (cannotWrite(error)) fault = error;
    },
    wrote() {
      fault = null;
    },
    fault: () => fault,
  };
}
