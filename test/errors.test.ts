import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as errors from '../src/errors.js';
import { DomainError, NotFoundError, ValidationError, httpStatus, notFound } from '../src/errors.js';

const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');

describe('docs/errors.md', () => {
  const documented = [...page.matchAll(/^## (\w+)\nStatus (\d{3})\./gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);

  it('has one entry, with the right status, for each code, and none for a code that does not exist', () => {
    expect(page.match(/^## /gm)).toHaveLength(documented.length);
    expect(documented).toEqual(Object.entries(httpStatus));
  });
});

describe('domain errors', () => {
  it('give each class one code and its own name', () => {
    const made = [
      new errors.UnauthenticatedError(),
      new errors.ForbiddenError('No.'),
      new errors.NotFoundError('Gone.'),
      new errors.ValidationError({}),
      new errors.ConflictError('Taken.'),
      new errors.RateLimitedError(7),
      new errors.UpstreamFailedError('Timed out.'),
      new errors.UnavailableError(),
    ];
    expect(made.map((error) => `${error.name} ${error.code} ${error.status}`)).toEqual([
      'UnauthenticatedError UNAUTHENTICATED 401',
      'ForbiddenError FORBIDDEN 403',
      'NotFoundError NOT_FOUND 404',
      'ValidationError BAD_USER_INPUT 400',
      'ConflictError CONFLICT 409',
      'RateLimitedError RATE_LIMITED 429',
      'UpstreamFailedError UPSTREAM_FAILED 502',
      'UnavailableError UNAVAILABLE 503',
    ]);
    expect(made.every((error) => error instanceof DomainError && error instanceof Error)).toBe(true);
  });

  it('read the same for an absent and for a hidden thing', () => {
    expect(notFound('Memory')).toBeInstanceOf(NotFoundError);
    expect(notFound('Memory').message).toBe('Memory not found.');
  });

  it('join the errors of all fields into the message', () => {
    const error = new ValidationError({ email: ['Not an address.'], role: ['Unknown role.', 'Use READER or OWNER.'] });
    expect(error.message).toBe('Not an address. Unknown role. Use READER or OWNER.');
    expect(error.fields).toEqual({ email: ['Not an address.'], role: ['Unknown role.', 'Use READER or OWNER.'] });
  });

  it('carry the time to wait, the reason and the cause', () => {
    const cause = new Error('socket closed');
    expect(new errors.RateLimitedError(7).retryAfterSeconds).toBe(7);
    expect(new errors.UnavailableError().retryAfterSeconds).toBe(5);
    expect(new errors.UpstreamFailedError('Timed out.', { reason: 'provider_timeout', cause })).toMatchObject({
      reason: 'provider_timeout',
      cause,
    });
  });

  it('keep the words of a refusal', () => {
    expect(new errors.ForbiddenError('Only an OWNER may do this.').message).toBe('Only an OWNER may do this.');
    expect(new errors.ConflictError('Already a member.').message).toBe('Already a member.');
  });
});
