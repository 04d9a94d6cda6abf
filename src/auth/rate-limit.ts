import { isIPv6 } from 'node:net';
import { RateLimitedError } from '../errors.js';

export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

const minute = 60_000;

/** Limits by rule. `refresh` counts by session, `changePassword` and `takenEmail` by user, all others by client address. */
export const rateRules = {
  register: { limit: 5, windowMs: minute },
  login: { limit: 10, windowMs: minute },
  refresh: { limit: 20, windowMs: minute },
  changePassword: { limit: 10, windowMs: minute },
  takenEmail: { limit: 5, windowMs: minute },
  acceptInvitation: { limit: 10, windowMs: minute },
  readInvitation: { limit: 30, windowMs: minute },
  registerClient: { limit: 10, windowMs: minute },
  startAuthorization: { limit: 60, windowMs: minute },
  exchangeToken: { limit: 120, windowMs: minute },
} as const satisfies Readonly<Record<string, RateRule>>;

type RateRuleName = keyof typeof rateRules;

export interface RateLimiter {
  /** Counts one attempt. @throws RateLimitedError if the limit of this window is exceeded */
  take(rule: RateRuleName, key: string): void;
}

/** Count of one window, and its end in epoch milliseconds. */
export interface Window {
  readonly endsAt: number;
  count: number;
}

/** Maximum number of windows. The oldest are dropped, so that many addresses cannot exhaust memory. */
const MOST_WINDOWS = 50_000;

/** Creates the rate limiter of this process. It guards use cases, so that REST and GraphQL share counts. */
export function createRateLimiter(now: () => number = Date.now): RateLimiter {
  const count = createWindows(now);
  return {
    take(name, key) {
      const rule: RateRule = rateRules[name];
      const window = count(`${name} ${key}`, rule.windowMs);
      if (window.count <= rule.limit) return;
      throw new RateLimitedError(
        getSecondsUntil(window.endsAt, now()),
        `Rate limit exceeded: ${rule.limit} per 1 minute`,
      );
    },
  };
}

/** Creates a counter with fixed windows. Each call adds one to the window of `id` and returns the window. */
export function createWindows(now: () => number = Date.now): (id: string, windowMs: number) => Readonly<Window> {
  const windows = new Map<string, Window>();
  return (id, windowMs) => {
    const at = now();
    let window = windows.get(id);
    // A window that lies further ahead than it is long was begun before the clock was set back.
    if (!window || window.endsAt <= at || window.endsAt > at + windowMs) {
      windows.delete(id);
      window = { endsAt: at + windowMs, count: 0 };
      windows.set(id, window);
      forgetOldest(windows);
    }
    window.count += 1;
    return window;
  };
}

/** Returns the whole seconds until `moment`, at least 1. Both arguments are epoch milliseconds. */
export function getSecondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1000));
}

/** Returns the rate limit key of a client: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientKey(address: string | null): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? 'unknown';
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%', 1).join('').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

function forgetOldest(windows: Map<string, Window>): void {
  if (windows.size <= MOST_WINDOWS) return;
  for (const oldest of windows.keys()) {
    windows.delete(oldest);
    return;
  }
}
