import { ValidationError } from '../../errors.js';

const numberedPageMax = 200;
/** Keeps the offset within the integer range of the database. */
const pageMax = 1_000_000_000;

/** Converts a page number (from 1) and a page size (1 to 200) to limit and offset. @throws ValidationError */
export function toPageWindow({ page, pageSize }: { page: number; pageSize: number }): {
  limit: number;
  offset: number;
} {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > numberedPageMax) {
    throw new ValidationError({ pageSize: [`must be a whole number from 1 to ${numberedPageMax}.`] });
  }
  if (!Number.isInteger(page) || page < 1 || page > pageMax) {
    throw new ValidationError({ page: [`must be a whole number from 1 to ${pageMax}.`] });
  }
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
