// Worker thread with many subscribers of the live log, kept cheap so as not to affect the measurement. Plain
// JavaScript, because threads start without the TypeScript loader. Returns `{ arrivals, repeated, dropped }` when asked
// to stop.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

const { url, apiKey, count, filters } = workerData;
const arrivals = new Map();
const dropped = Array.from({ length: count }, () => 0);
let repeated = 0;

const query = `subscription ($pathPrefix: String) { requestLogs(filter: { pathPrefix: $pathPrefix }) {
  ... on RequestLogged { cursor requestLog { requestId method path operation statusCode latencyMs } }
  ... on RequestLogsDropped { droppedCount resumeAfter }
} }`;

const marker = '"requestId":"';

function receive(text, subscriber) {
  const at = text.indexOf(marker);
  if (at < 0) {
    if (text.includes('"droppedCount"')) dropped[subscriber] += JSON.parse(text).payload.data.requestLogs.droppedCount;
    return;
  }
  const id = text.slice(at + marker.length, at + marker.length + 16);
  const times = arrivals.get(id) ?? new Float64Array(count);
  arrivals.set(id, times);
  if (times[subscriber]) repeated += 1;
  times[subscriber] = performance.timeOrigin + performance.now();
}

async function subscribe(subscriber) {
  const pathPrefix = filters === 1 ? '/v1/memories/' : `/v1/memories/bench-${subscriber % filters}/`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey } }));
  await once(socket, 'message');
  socket.on('message', (data) => receive(data.toString('latin1'), subscriber));
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { pathPrefix } } }));
  return socket;
}

const sockets = [];
for (let subscriber = 0; subscriber < count; subscriber += 1) sockets.push(await subscribe(subscriber));
parentPort.on('message', () => {
  parentPort.postMessage({ arrivals, repeated, dropped });
  for (const socket of sockets) socket.terminate();
  parentPort.close();
});
parentPort.postMessage('subscribed');
