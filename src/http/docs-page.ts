import type { OpenApiDocument, OpenApiOperation } from '../../rest-compat/openapi/index.js';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2024; background: #fbfcfd; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; } h3 { font-size: .95rem; margin: 1rem 0 .3rem; }
details { border: 1px solid #d9dcdf; border-radius: .4rem; margin: .4rem 0; } details > div { padding: 0 1rem .8rem; } summary { padding: .5rem 1rem; cursor: pointer; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { background: #f0f2f4; padding: .6rem; overflow: auto; max-height: 30rem; border-radius: .3rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
.method { display: inline-block; min-width: 4rem; font-weight: 600; } .quiet { color: #60646c; } nav a { margin-right: .8rem; }
@media (prefers-color-scheme: dark) { body { color: #eceef0; background: #111315; } pre { background: #1b1e20; } details { border-color: #363a3f; } a { color: #70b8ff; } .quiet { color: #b0b4ba; } }
`;

/** The document as one page of HTML without scripts, images or anything from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const own = entries.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${anchor(name)}">${escape(name)}</h2><p class="quiet">${escape(description)}</p>${own.map(entryHtml).join('')}`;
  });
  const components = Object.entries((document.components.schemas ?? {}) as Record<string, unknown>);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>memory-gateway REST API</title><style>${style}</style></head>
<body>
<h1>memory-gateway REST API</h1>
<p>${escape(String(document.info.description))} The same for programs: <a href="/openapi.json">/openapi.json</a>.</p>
<p>Send a key as <code>Authorization: Token …</code>, <code>Authorization: Bearer …</code> or <code>X-API-Key: …</code>.</p>
<nav>${document.tags.map(({ name }) => `<a href="#${anchor(name)}">${escape(name)}</a>`).join(' ')}<a href="#shapes">Shapes</a></nav>
${sections.join('\n')}
<h2 id="shapes">Shapes</h2>
${components.map(([name, schema]) => `<details id="shape-${escape(name)}"><summary>${escape(name)}</summary><div>${json(schema)}</div></details>`).join('')}
</body>
</html>
`;
}

function entryHtml({ method, path, operation }: Entry): string {
  const head = `<span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> <span class="quiet">${escape(operation.summary)}</span>`;
  const body = operation.requestBody
    ? `<h3>Body${operation.requestBody.required ? '' : ' (may be left out)'}</h3>${json(operation.requestBody.content['application/json'].schema)}`
    : '';
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const { schema } = content['application/json'] as { schema: { $ref?: string } };
    const shape = schema.$ref ? shapeLink(schema.$ref) : '';
    // The answers of success are shown whole, refusals by the name of their shape.
    return `<h3>${status} <span class="quiet">${escape(description)}</span> ${shape}</h3>${shape === '' && Number(status) < 300 ? json(schema) : ''}`;
  });
  const open = operation.security?.length === 0 ? '<p class="quiet">Needs no credential.</p>' : '';
  return `<details id="${escape(operation.operationId)}"><summary>${head}</summary><div>${open}${parametersHtml(operation)}${body}${answers.join('')}</div></details>`;
}

function parametersHtml({ parameters }: OpenApiOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const type = ((schema.type ?? 'any') as string | string[]).toString().replaceAll(',', ' or ');
    return `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', needed' : ''}</td><td>${escape(type)}</td><td>${escape(description)}</td></tr>`;
  });
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`;
}

function shapeLink(reference: string): string {
  const name = escape(reference.split('/').at(-1) ?? '');
  return `<a href="#shape-${name}">${name}</a>`;
}

const json = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

const anchor = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
