import {
  resumeStream,
  ViewerDocument,
  WatchRequestLogsDocument,
  type WatchRequestLogsSubscription,
  type WatchRequestLogsSubscriptionVariables,
} from '../../../client/index.js';
import type { DefineCommand } from './command-line.js';
import { onServer, withServer, type Remote, type RemoteDefaults, type RemoteOptions } from './connection.js';
import { paint, printJson } from './print.js';

interface TailOptions extends RemoteOptions {
  readonly project?: string;
}

type Frame = WatchRequestLogsSubscription['requestLogs'];

/** Defines `memory-gateway logs tail`, which follows the request log of a running server until Ctrl-C. */
export function logsCommand(defaults: RemoteDefaults): DefineCommand {
  return (program, { io, run }) => {
    const logs = program.command('logs').description('Follow the request log of a running server');
    withServer(logs.command('tail').description('Print each API request as it arrives, until Ctrl-C'), defaults)
      .option('--project <id>', 'requests of one project')
      .action(run((options: TailOptions) => onServer(options, { io, defaults }, (remote) => tail(options, remote))));
  };
}

async function tail(options: TailOptions, { client, io }: Remote): Promise<void> {
  // Ctrl-C, and a reader that closes the pipe, close the subscription, which ends the loop with exit code 0.
  process.once('SIGINT', () => client.close());
  process.stdout.once('error', () => client.close());
  const variables: WatchRequestLogsSubscriptionVariables = { projectId: options.project };
  // A subscription would try a wrong address again for a minute before it fails.
  await client.request(ViewerDocument);
  for await (const { requestLogs } of client.subscribe(WatchRequestLogsDocument, variables, {
    resume(given, last) {
      io.stderr.write(`The connection to ${options.url} is lost. Reconnecting.\n`);
      return resumeStream(given, last);
    },
  }))
    print(requestLogs, options, io);
}

function print(frame: Frame, { json }: TailOptions, io: Remote['io']): void {
  if (json) return printJson(io, frame);
  if (frame.__typename === 'RequestLogsDropped')
    return void io.stderr.write(`${frame.droppedCount ?? 'Some'} requests were dropped.\n`);
  const { createdAt, method, path, operation, statusCode, latencyMs } = frame.requestLog;
  const status = paint(io, statusCode < 400 ? 'green' : statusCode < 500 ? 'yellow' : 'red', String(statusCode));
  io.stdout.write(
    `${createdAt}  ${status}  ${latencyMs.toFixed(1).padStart(8)} ms  ${method} ${path} ${operation ?? ''}\n`,
  );
}
