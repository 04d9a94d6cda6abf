import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { toFieldMessage } from '../../src/errors.js';
import { notAnInteger } from './fields.js';

export interface InputIssue {
  readonly type: string;
  /** Location: `body`, `query` or `path`, then names and indexes. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Invalid input. The response is 422 with all errors. */
export class InputIssuesError extends Error {
  override readonly name = 'InputIssuesError';
  constructor(readonly issues: readonly InputIssue[]) {
    super('The input is not valid.');
  }
}

const places: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/** Validates parameters, query or body with the route's zod schema. Drops unknown fields. */
export const readTypedInput: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const place = places[httpPart ?? 'body'] ?? 'body';
  return (data: unknown) => {
    const result = schema.safeParse(place === 'body' ? (data ?? {}) : data, { reportInput: true });
    return result.success
      ? { value: result.data }
      : { error: new InputIssuesError(result.error.issues.slice(0, issuesMax).map((issue) => toIssue(issue, place))) };
  };
};

/** Issues that a response lists. */
const issuesMax = 100;

type ZodIssue = z.core.$ZodIssue;

function toIssue(issue: ZodIssue, place: string): InputIssue {
  const loc = [place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  const { type, msg, ctx } = describe(issue);
  return { type, loc, msg, input: echo(issue, loc), ...(ctx && { ctx }) };
}

function describe(issue: ZodIssue): Pick<InputIssue, 'type' | 'msg' | 'ctx'> {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
    if (issue.message === notAnInteger) return describeInteger(issue.input);
    return (
      typed[issue.expected] ?? { type: `${issue.expected}_type`, msg: `Input should be a valid ${issue.expected}` }
    );
  }
  if (issue.code === 'too_small' && issue.origin !== 'string') {
    return {
      type: 'greater_than_equal',
      msg: `Input should be greater than or equal to ${issue.minimum}`,
      ctx: { ge: Number(issue.minimum) },
    };
  }
  if (issue.code === 'too_big' && issue.origin !== 'string') {
    return {
      type: 'less_than_equal',
      msg: `Input should be less than or equal to ${issue.maximum}`,
      ctx: { le: Number(issue.maximum) },
    };
  }
  if (issue.code === 'invalid_value') {
    const expected = issue.values.map((value) => `'${String(value)}'`).join(' or ');
    return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
  }
  return { type: 'value_error', msg: `Value error, ${toFieldMessage(issue.path.join('.'), issue.message)}` };
}

function describeInteger(input: unknown): Pick<InputIssue, 'type' | 'msg'> {
  switch (typeof input) {
    case 'string':
      return { type: 'int_parsing', msg: `${notAnInteger}, unable to parse string as an integer` };
    case 'number':
      return { type: 'int_from_float', msg: `${notAnInteger}, got a number with a fractional part` };
    default:
      return { type: 'int_type', msg: notAnInteger };
  }
}

const typed: Readonly<Record<string, Pick<InputIssue, 'type' | 'msg'>>> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  number: { type: 'float_parsing', msg: 'Input should be a valid number' },
  boolean: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
};

// Clients log responses, so secrets and long values are not echoed.
function echo(issue: ZodIssue, loc: readonly (string | number)[]): unknown {
  const isSecret = loc.some((part) => /password|token|key|secret/i.test(String(part)));
  if (issue.input === undefined || isSecret) return {};
  return JSON.stringify(issue.input)?.length > 200 ? {} : issue.input;
}
