import type { FastifyError } from 'fastify';
import { z } from 'zod';
import type { FieldErrors } from '../../src/errors.js';
import { toSnakeCase } from '../../src/snake-case.js';

/** `{detail}`: 401 and "Invalid page." in the hosted API, and nearly every error in the self-hosted API. */
export const detailBody = z
  .object({ detail: z.string().describe('What was wrong, for people.') })
  .meta({ id: 'Detail' });

/** Returns Fastify's own error (invalid JSON, body too large, unknown content type), or null for other errors. */
export function toFastifyRefusal(error: unknown): { status: number; code: string; message: string } | null {
  const { statusCode, code, message } = error as Partial<FastifyError>;
  const isRefusal = typeof code === 'string' && statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isRefusal ? { status: statusCode, code, message: message ?? 'The request is malformed.' } : null;
}

/** Joins field errors with wire names: "`expirationDate` must be …" becomes "expiration_date must be …". */
export function toFieldSentence(fields: FieldErrors): string {
  return Object.values(fields).flat().map(toWireNames).join(' ');
}

/** Replaces field keys in backquotes with their REST names. */
export function toWireNames(message: string): string {
  return message.replace(/`([a-z][\w.]*)`/g, (_, name: string) => toSnakeCase(name));
}
