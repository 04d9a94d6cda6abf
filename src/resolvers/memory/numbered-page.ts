import { ValidationError } from '../../errors.js';

/** Largest page of lists that are paged by number. */
export const numberedPageMax = 200;

/** Reads a page number (from 1) and a page size (1 to 200). @throws ValidationError naming what is wrong */
export function toPageWindow({ page, pageSize }: { page: number; pageSize: number }): {
  limit: number;
  offset: number;
} {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > numberedPageMax) {
    throw new ValidationError({ pageSize: [`It must be a whole number from 1 to ${numberedPageMax}.`] });
  }
  // Keeps the offset within the integers of the database.
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000_000) {
    throw new ValidationError({ page: ['It must be a whole number from 1.'] });
  }
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
