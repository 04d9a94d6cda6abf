// Runs the program on Bun or Deno: command.js RUNTIME
import { useClient } from './program.js';

const { env, args } =
  typeof Deno === 'undefined'
    ? { env: (name) => process.env[name], args: process.argv.slice(2) }
    : { env: (name) => Deno.env.get(name), args: Deno.args };
await useClient({ url: env('MEMORY_GATEWAY_URL'), apiKey: env('MEMORY_GATEWAY_API_KEY'), runtime: args[0] });
