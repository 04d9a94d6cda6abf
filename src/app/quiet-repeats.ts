import type { LoggerOptions } from 'pino';
import { isFromUnavailableDatabase } from '@memory-gateway/database';

const everyMs = 60_000;
const WARN = 40;

interface Printed {
  atMs: number;
  latestMs: number;
  repeats: number;
}

/**
 * Returns hooks of a logger that print each warning of an unavailable database once a minute, with the number of those between
 * (`repeats`). What polls the database would print several lines a second. Lines of requests, and those with other facts, stay.
 */
export function quietRepeats(): NonNullable<LoggerOptions['hooks']> {
  const printed = new Map<string, Printed>();
  return {
    logMethod(parts, method, level) {
      const [facts, text] = parts as [unknown, unknown];
      const isRepeatable = level === WARN && typeof text === 'string' && isOfDatabase(facts);
      if (!isRepeatable || 'reqId' in this.bindings()) return method.apply(this, parts);
      const { err, ...others } = facts;
      const key = JSON.stringify([text, others]);
      const nowMs = Date.now();
      // Ended outages, whose numbers say nothing about the next one.
      for (const [known, { latestMs }] of printed) if (nowMs - latestMs > everyMs) printed.delete(known);
      const last = printed.get(key);
      if (last && nowMs - last.atMs < everyMs)
        return void Object.assign(last, { latestMs: nowMs, repeats: last.repeats + 1 });
      printed.set(key, { atMs: nowMs, latestMs: nowMs, repeats: 0 });
      method.call(this, last?.repeats ? { ...others, err, repeats: last.repeats } : facts, text);
    },
  };
}

const isOfDatabase = (facts: unknown): facts is { err: unknown } =>
  facts instanceof Object && 'err' in facts && isFromUnavailableDatabase(facts.err);
