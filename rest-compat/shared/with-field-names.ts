import { ValidationError } from '../../src/errors.js';

/** Runs `work` and renames its field errors to what the route calls these fields. */
export async function withFieldNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ValidationError ? error.rename((field) => names[field] ?? field) : error;
  }
}
