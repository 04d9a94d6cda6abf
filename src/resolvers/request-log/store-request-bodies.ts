import { mapInSteps, runInSlices } from '@memory-gateway/memory-engine';
import type { SentBodies } from '../../events/request-body-recorder.js';
import { createStores } from '../../stores/create-stores.js';
import type { Database } from '@memory-gateway/database';
import type { StoredRequestBody } from '../../stores/request-log/request-body-store.js';
import { redactBody, redactOperation, redactString, redactUrl } from './redact-body.js';

/** Characters of each body that are stored. */
const storedMax = 16_384;
const urlMax = 2_048;

/** Stores the bodies of requests without credentials, if their project still wants them and nothing in them was erased. */
export async function storeRequestBodies(database: Database, sent: readonly SentBodies[]): Promise<void> {
  const bodies = await runInSlices(mapInSteps(sent, toStored));
  return database.transaction((tx) => createStores(tx, database).requestBodies.insert(bodies));
}

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

function toStored({ url, request, response, objectIds, ...sent }: SentBodies): StoredRequestBody {
  const hasRequest = typeof request === 'object' && request !== null;
  const named = [url, hasRequest ? JSON.stringify(request) : '', response ?? ''].flatMap(
    (text) => text.match(uuids) ?? [],
  );
  const isOperation = /^\/graphql\b/.test(url) && !Array.isArray(request);
  const first = hasRequest ? JSON.stringify(isOperation ? redactOperation(request) : redactBody(request)) : null;
  const second = response === null ? null : redactString(response);
  return {
    ...sent,
    url: toText(redactUrl(url), urlMax),
    request: first === null ? null : toText(first, storedMax),
    response: second === null ? null : toText(second, storedMax),
    isCut: sent.isCut || [first, second].some((text) => text !== null && text.length > storedMax),
    objectIds: [...new Set([...objectIds, ...named].map((id) => id.toLowerCase()))],
  };
}

// Postgres rejects NUL and half of a surrogate pair, which a cut can leave.
const toText = (text: string, limit: number) =>
  text
    .slice(0, limit)
    .replaceAll('\0', '\ufffd')
    .replace(/\p{Cs}/gu, '\ufffd');
