export {
  ArgumentsError,
  type CommandIo,
  type DefineCommand,
  type ExitCode,
  explainRefusal,
  hasCommand,
  runCommandLine,
  WRONG_ARGUMENTS,
} from './command-line.js';
export { explain, openClient } from './connection.js';
export { isServerUrl, toInteger, toName } from './parse-arguments.js';
export { printResult } from './print-result.js';
export { paint, printJson } from './print.js';
export { type ProgressLine, progressLine } from './progress.js';
export { readText } from './read-text.js';
export { remoteCommands } from './remote-commands.js';
export { writeOutput } from './write-output.js';
