import { createSocket } from 'node:dgram';

export interface NameServer {
  /** For `createResolve`. */
  readonly address: string;
  close(): void;
}

const headLength = 12;
const [noError, noSuchName] = [0x8180, 0x8183];
/** Points to the name of the question. */
const sameName = [0xc0, headLength];
const [type, kind, seconds, length] = [
  [0, 1],
  [0, 1],
  [0, 0, 0, 0],
  [0, 4],
];

/** Starts a DNS server: names that begin with `good` have the address 127.0.0.1, `absent` names none, and others get no answer. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const name = query.toString('latin1', headLength + 1);
    if (!/^(?:good|absent)/.test(name)) return;
    const end = query.indexOf(0, headLength) + 5;
    const isFound = name.startsWith('good') && query.readUInt16BE(end - 4) === 1;
    const head = Buffer.from(query.subarray(0, headLength));
    head.writeUInt16BE(name.startsWith('good') ? noError : noSuchName, 2);
    head.writeUInt16BE(isFound ? 1 : 0, 6);
    head.writeUInt16BE(0, 10);
    const found = Buffer.from([...sameName, ...type, ...kind, ...seconds, ...length, 127, 0, 0, 1]);
    socket.send([head, query.subarray(headLength, end), ...(isFound ? [found] : [])], port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
