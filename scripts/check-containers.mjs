// Checks Dockerfile and compose.yaml without Docker.
//
//   node scripts/check-containers.mjs
//
// The Dockerfile is parsed by the parser of the language server; compose.yaml is held against the schema of the compose
// specification and the rules of dclint. Prints what is wrong; the exit code is 1 when anything is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { root } from './build.mjs';

/** Complaints about the text of a Dockerfile, with their lines. */
export function lintDockerfile(text) {
  return validate(text).map(({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`);
}

// Order is for the reader here: what matters most comes first.
const orderRules = [
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  'service-ports-alphabetical-order',
  'service-dependencies-alphabetical-order',
];
const rules = {
  ...Object.fromEntries(orderRules.map((rule) => [rule, 0])),
  // The image has the name that the build beside it gives it.
  'no-build-and-image': 0,
  // Quotes keep a port from being read as a time of day.
  'service-image-require-explicit-tag': 2,
  'no-unbound-port-interfaces': 2,
  'no-version-field': 2,
};

/** Complaints about compose files, with their lines. */
export function lintCompose(files) {
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  return linter
    .lintFiles(files, false)
    .flatMap(({ filePath, messages }) =>
      messages.map(({ line, message, rule }) => `${filePath}:${line} ${message} (${rule})`),
    );
}

if (process.argv[1] === import.meta.filename) {
  const complaints = [
    ...lintDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')),
    ...lintCompose([join(root, 'compose.yaml')]),
  ];
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.stdout.write(
    complaints.length === 0 ? 'Dockerfile and compose.yaml are in order.\n' : `${complaints.length} complaints.\n`,
  );
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
