import { byteOf, PARSE_COMPLETE, readNamedParse } from './messages.js';

/** Sends one unit of messages to the engine, and returns its answer. */
type Send = (bytes: Uint8Array) => Promise<Buffer>;

/**
 * Lets all connections use the prepared statements of the engine's one session. A client prepares a statement once for
 * each of its connections; the engine gets the first of these requests only. A name must always stand for one text.
 */
export function createSharedStatements(send: Send): Send {
  const known = new Map<string, Buffer>();
  return async (unit) => {
    const parse = readNamedParse(unit);
    if (parse === undefined) return send(unit);
    if (known.get(parse.name)?.equals(parse.message))
      return Buffer.concat([PARSE_COMPLETE, await send(unit.subarray(parse.message.length))]);
    const answer = await send(unit);
    if (isParsed(answer)) known.set(parse.name, parse.message);
    return answer;
  };
}

// Notices may come first. An error ends the answer to the unit.
function isParsed(answer: Buffer): boolean {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === PARSE_COMPLETE[0]) return true;
    if (answer[at] === byteOf('E')) return false;
  }
  return false;
}
