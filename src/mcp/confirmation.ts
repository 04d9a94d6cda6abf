import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ValidationError } from '../errors.js';
import { getCallerId } from '../resolvers/idempotency/idempotency-key.js';
import type { ToolContext } from './tool.js';

const validMs = 10 * 60_000;
/** Signs where no secret is configured, which only `AUTH_DISABLED` allows. */
const processSecret = randomBytes(32).toString('base64url');

/** Creates the token that confirms one destructive call: bound to credential, project, tool and arguments, valid for ten minutes. */
export function createConfirmation(context: ToolContext, action: string): string {
  const expiresAt = context.ctx.now().getTime() + validMs;
  return `${expiresAt.toString(36)}.${sign(context, action, expiresAt)}`;
}

/** @throws ValidationError when the token belongs to another call or has expired */
export function assertConfirmation(context: ToolContext, action: string, token: string): void {
  const [time = '', signature = ''] = token.split('.');
  const expiresAt = Number.parseInt(time, 36);
  const isKnown = Number.isSafeInteger(expiresAt) && isEqual(signature, sign(context, action, expiresAt));
  if (isKnown && expiresAt > context.ctx.now().getTime()) return;
  throw new ValidationError({
    confirmation: [
      '`confirmation` does not belong to this call or has expired. Call the tool without it for a new preview.',
    ],
  });
}

function sign({ ctx, projectId }: ToolContext, action: string, expiresAt: number): string {
  const secret = ctx.config.auth.jwtSecret ?? processSecret;
  const text = JSON.stringify(['mcp-confirmation', getCallerId(ctx.caller), projectId, action, expiresAt]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
