import { cannotWrite } from './database-errors.js';

export interface WriteHealth {
  failed(error: unknown): void;
  /** Reports a successful statement: outside of a transaction, or in a committed one. */
  succeeded(text: string): void;
  /** Returns the error of the latest write, or null if writes work. */
  fault(): unknown;
}

const writes = /\b(INSERT INTO|UPDATE|DELETE FROM)\b/;

/** Creates the tracker, without a fault. */
export function createWriteHealth(): WriteHealth {
  let fault: unknown = null;
  return {
    failed(error) {
      if (cannotWrite(error)) fault = error;
    },
    succeeded(text) {
      if (fault !== null && writes.test(text)) fault = null;
    },
    fault: () => fault,
  };
}
