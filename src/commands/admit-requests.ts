import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/server';

/** Decides whether a request may run. Rejects with the reason to refuse it. */
export type Admit = (request: JSONRPCRequest) => Promise<void>;

/**
 * Wraps a transport so that each request passes `admit` before the server receives it. A refused request gets an error
 * as its response. Messages keep their order. Notifications are not checked, because they start no work.
 * @param toMessage returns the text of a refusal for the client
 */
export function admitRequests(wire: Transport, admit: Admit, toMessage: (error: unknown) => string): Transport {
  let isClosed = false;
  let last = Promise.resolve();
  const refuse = (id: JSONRPCRequest['id'], error: unknown) =>
    wire.send({ jsonrpc: '2.0', id, error: { code: -32_600, message: toMessage(error) } });
  const deliver = async (message: JSONRPCMessage) => {
    if (isJSONRPCRequest(message)) {
      const refusal = await admit(message).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (refusal) return refuse(message.id, refusal.error);
    }
    if (!isClosed) transport.onmessage?.(message);
  };
  const transport: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  };
  wire.onmessage = (message) => {
    last = last.then(() => deliver(message)).catch((error: unknown) => transport.onerror?.(error as Error));
  };
  wire.onerror = (error) => transport.onerror?.(error);
  wire.onclose = () => {
    isClosed = true;
    transport.onclose?.();
  };
  return transport;
}
