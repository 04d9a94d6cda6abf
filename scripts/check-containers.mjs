// Checks Dockerfile and compose.yaml without Docker.
//
//   node scripts/check-containers.mjs
//
// Parses the Dockerfile with the parser of its language server, and validates compose.yaml against the Compose
// specification and the rules of dclint. Prints problems and exits with 1 if there are any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { root } from './build.mjs';

/** Returns the problems of a Dockerfile, with line numbers. */
export function lintDockerfile(text) {
  return validate(text).map(({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`);
}

// Keys are ordered for readers: the most important ones first.
const orderRules = [
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  'service-ports-alphabetical-order',
  'service-dependencies-alphabetical-order',
];
const rules = {
  ...Object.fromEntries(orderRules.map((rule) => [rule, 0])),
  // The build gives the image this name.
  'no-build-and-image': 0,
  // Quotes prevent YAML from parsing a port as a time.
  'service-image-require-explicit-tag': 2,
  'no-unbound-port-interfaces': 2,
  'no-version-field': 2,
};

/** Returns the problems of compose files, with line numbers. */
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
