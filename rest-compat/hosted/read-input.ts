import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { ValidationError, type FieldErrors } from '../../src/errors.js';

type Issue = z.core.$ZodIssue;

/**
 * Validates input with the route's zod schema and drops unknown fields. A missing body counts as `{}`, because clients
 * send the JSON content type without a body.
 */
export const readInput: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data, { reportInput: true });
    return result.success ? { value: result.data } : { error: toValidationError(result.error.issues) };
  };
};

function toValidationError(issues: readonly Issue[]): ValidationError {
  const fields: FieldErrors = {};
  for (const issue of issues) (fields[issue.path.join('.') || 'request'] ??= []).push(problem(issue));
  return new ValidationError(fields);
}

function problem(issue: Issue): string {
  // Messages that a schema defines itself are better than the generic ones below.
  const isOwn = !issue.message.startsWith('Invalid');
  if (issue.code === 'invalid_value' && !isOwn) return `must be ${issue.values.join(' or ')}.`;
  if (issue.code !== 'invalid_type') return isOwn ? issue.message : 'has the wrong form.';
  if (isOwn && issue.input !== undefined) return issue.message;
  if (issue.input === undefined) return 'is required.';
  return `must be ${nouns[issue.expected] ?? issue.expected}.`;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};
