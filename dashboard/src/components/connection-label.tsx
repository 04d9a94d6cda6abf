import { getLastFrameAt, useConnection, type Connection } from '../api/connection';
import { commonTexts as words } from '../texts/common';
import { locale } from '../texts/locale';
import { useTick } from './use-interval';

const tickMs = 1_000;

const tones: Readonly<Record<Connection['state'], string>> = {
  connecting: '',
  live: 'ok',
  reconnecting: 'warn',
  offline: 'failed',
};

/** Returns the state of the connection in words, with the age of the last message, and the style of its badge. */
export function useConnectionLabel(): { readonly short: string; readonly long: string; readonly tone: string } {
  const { state } = useConnection();
  useTick(tickMs);
  const short = words.connection[state];
  const lastFrameAt = getLastFrameAt();
  if (lastFrameAt === null) return { short, long: short, tone: tones[state] };
  const seconds = (Date.now() - lastFrameAt) / 1000;
  const age = seconds.toLocaleString(locale, { maximumFractionDigits: seconds < 10 ? 1 : 0 });
  return { short, long: words.lastMessage(short, age), tone: tones[state] };
}
