import type { LoggerOptions } from 'pino';
import { isDatabaseUnavailable } from '../stores/database/database-errors.js';

const everyMs = 60_000;
const WARN = 40;

/**
 * Returns hooks of a logger that print each warning of an unavailable database once a minute, with the number of those between
 * (`repeats`). What polls the database would print several lines a second.
 */
export function quietRepeats(): NonNullable<LoggerOptions['hooks']> {
  const printed = new Map<string, { atMs: number; repeats: number }>();
  return {
    logMethod(parts, method, level) {
      const [facts, text] = parts as [unknown, unknown];
      if (level !== WARN || typeof text !== 'string' || !isOfDatabase(facts)) return method.apply(this, parts);
      const last = printed.get(text);
      if (last && Date.now() - last.atMs < everyMs) return void (last.repeats += 1);
      printed.set(text, { atMs: Date.now(), repeats: 0 });
      if (last?.repeats) Object.assign(facts, { repeats: last.repeats });
      method.apply(this, parts);
    },
  };
}

const isOfDatabase = (facts: unknown): facts is { err: unknown } =>
  facts instanceof Object && 'err' in facts && isDatabaseUnavailable(facts.err);
