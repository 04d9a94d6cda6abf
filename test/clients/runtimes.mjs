// The typed client on Bun, Deno and an edge runtime (workerd), from the file that the package has for browsers.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { key, url } from './support.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = here('generated/runtimes/');
execFileSync(process.execPath, [here('../../client/build.mjs')], { stdio: 'inherit' });
mkdirSync(folder, { recursive: true });
for (const name of ['program.js', 'command.js', 'worker.js']) cpSync(here(`runtimes/${name}`), `${folder}${name}`);
cpSync(here('../../client/dist/browser.js'), `${folder}browser.js`);

/** A file of a package that has the program of one platform. */
const find = (names) => {
  const { resolve } = createRequire(import.meta.url);
  for (const name of names) {
    try {
      return resolve(name);
    } catch {
      continue;
    }
  }
  throw new Error(`None of ${names.join(', ')} is installed.`);
};
const platform = `${process.platform}-${process.arch}`;
const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: 'inherit', timeout: 60_000 });

run(find([`@oven/bun-${platform}/bin/bun`]), ['run', 'command.js', 'bun']);
console.log('  bun');

const deno = find([`@deno/${platform}-glibc/deno`, `@deno/${platform}/deno`]);
run(deno, ['run', '--no-remote', '--no-lock', `--allow-net=${new URL(url).host}`, '--allow-env', 'command.js', 'deno']);
console.log('  deno');

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(free));
  });
});
writeFileSync(
  `${folder}worker.capnp`,
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "program.js", esModule = embed "program.js"),
    (name = "browser.js", esModule = embed "browser.js")
  ],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "URL", text = "${url}"), (name = "API_KEY", text = "${key}")]
);
`,
);
const worker = spawn(find([`@cloudflare/workerd-${process.platform}-64/bin/workerd`]), ['serve', 'worker.capnp'], {
  cwd: folder,
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  let response = null;
  for (let tries = 0; response === null && tries < 100; tries += 1) {
    response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response === null) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const text = await response?.text();
  if (text !== 'ok') throw new Error(`The edge worker answered: ${text}`);
  console.log('  workerd');
} finally {
  worker.kill('SIGTERM');
}
