import { cannotWrite } from './database-errors.js';

/** Remembers whether the database could store what it was last given. */
export interface WriteHealth {
  /** Reports that a statement or transaction failed. */
  failed(error: unknown): void;
  /** Reports that a statement succeeded outside of a transaction, or that a transaction with it was committed. */
  succeeded(text: string): void;
  /** The failure of the latest write; null when writes work. */
  fault(): unknown;
}

const writes = /\b(INSERT INTO|UPDATE|DELETE FROM)\b/;

/** Creates the record of a database that works. */
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
