// Generates the pages of the GraphQL and the REST reference from schema.graphql and openapi.json.
import { buildSchema, getNamedType, isEnumType, isInputObjectType, isSpecifiedScalarType, isUnionType } from 'graphql';

/** Nouns of the GraphQL API, and the names that belong to each: the first that fits. */
const nouns = [
  ['corrections', 'Corrections', /memoryLink|correction/i],
  ['webhooks', 'Webhooks', /webhook|testEvent/i],
  ['log-streams', 'Log streams', /logStream/i],
  ['request-log', 'Request log', /requestLog|latency/i],
  ['audit-log', 'Audit log', /audit/i],
  ['privacy', 'Subjects', /subject/i],
  ['deletions', 'Bulk deletions', /deletion/i],
  ['api-keys', 'API keys', /apiKey/i],
  ['exports', 'Exports', /export/i],
  ['profiles', 'Profiles', /profile/i],
  ['feedback', 'Feedback', /feedback/i],
  ['memories', 'Memories', /memor|summary|summari/i],
  ['entities', 'Entities', /entit/i],
  ['connected-apps', 'Connected apps', /connectedApp|authorization/i],
  ['accounts', 'Accounts and sessions', /login|logout|session|password|setupStatus|registerFirstAdmin|viewer/i],
  ['members', 'Users and members', /invitation|member|user/i],
  ['organizations', 'Organizations', /organization/i],
  ['projects', 'Projects', /project|instruction|category|categories/i],
  ['configuration', 'Configuration', /configuration|embedding|provider|setting/i],
  ['events', 'Events', /event/i],
  ['node', 'Nodes and shared types', /./],
];
const findNoun = (name) => nouns.find(([, , pattern]) => pattern.test(name))[0];

// Text of a description inside a table or a sentence of Markdown that Vue compiles.
const escape = (text) =>
  (text ?? '')
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/</g, '&lt;').replace(/\{\{/g, '{&#123;')))
    .join('');
const cell = (text) => escape(text).replace(/\|/g, '\\|').replace(/\n+/g, ' ');
const table = (head, rows) =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') + '\n\n';
const heading = (name) => name.toLowerCase();

/** Returns the pages of the GraphQL reference by path. */
export function graphqlPages(sdl) {
  const schema = buildSchema(sdl);
  const roots = [
    ['Queries', schema.getQueryType()],
    ['Mutations', schema.getMutationType()],
    ['Subscriptions', schema.getSubscriptionType()],
  ].filter(([, type]) => type);
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type) && !roots.some(([, root]) => root === type),
  );
  const isListed = new Set(types.map(({ name }) => name));
  const linkTo = (type) => {
    const { name } = getNamedType(type);
    return isListed.has(name) ? `[\`${type}\`](${findNoun(name)}.md#${heading(name)})` : `\`${type}\``;
  };
  const writer = { linkTo, schema };
  const pages = nouns.map(([path, title]) => {
    const parts = roots.flatMap(([kind, type]) => {
      const fields = Object.values(type.getFields()).filter(({ name }) => findNoun(name) === path);
      return fields.length === 0 ? [] : [`## ${kind}\n\n`, ...fields.map((field) => describeField(field, writer))];
    });
    const own = types.filter(({ name }) => findNoun(name) === path).sort((a, b) => (a.name < b.name ? -1 : 1));
    if (own.length > 0) parts.push('## Types\n\n', ...own.map((type) => describeType(type, writer)));
    const intro = `Generated from the schema of this version. The [GraphQL guide](../../graphql.md) explains requests, errors and pages.\n\n`;
    return [`reference/graphql/${path}.md`, `# GraphQL: ${title}\n\n${intro}${parts.join('')}`];
  });
  return Object.fromEntries([['reference/graphql/index.md', graphqlIndex(roots)], ...pages]);
}

function graphqlIndex(roots) {
  const rows = nouns.map(([path, title]) => [
    `[${title}](${path}.md)`,
    roots
      .flatMap(([, type]) => Object.keys(type.getFields()))
      .filter((name) => findNoun(name) === path)
      .map((name) => `[\`${name}\`](${path}.md#${heading(name)})`)
      .join(', '),
  ]);
  return `# GraphQL reference\n\nThe schema by noun. Explore it with requests to try at \`/graphql\` of your server; programs read \`schema.graphql\` or introspection.\n\n${table(['Noun', 'Queries, mutations and subscriptions'], rows)}`;
}

const deprecation = ({ deprecationReason }) => (deprecationReason ? ` **Deprecated:** ${cell(deprecationReason)}` : '');

function inputRows(inputs, { linkTo }) {
  return inputs.map((input) => [
    `\`${input.name}\``,
    linkTo(input.type),
    input.defaultValue === undefined ? '' : `\`${JSON.stringify(input.defaultValue)}\``,
    cell(input.description) + deprecation(input),
  ]);
}

function describeField(field, writer) {
  const args = table(['Argument', 'Type', 'Default', 'Description'], inputRows(field.args, writer));
  return `### ${field.name}\n\n${escape(field.description)}${deprecation(field)}\n\n${args}Returns ${writer.linkTo(field.type)}.\n\n`;
}

function describeType(type, { linkTo, schema }) {
  const intro = `### ${type.name}\n\n${escape(type.description)}\n\n`;
  if (isUnionType(type)) return `${intro}One of ${schema.getPossibleTypes(type).map(linkTo).join(', ')}.\n\n`;
  if (isEnumType(type)) {
    const rows = type.getValues().map((value) => [`\`${value.name}\``, cell(value.description) + deprecation(value)]);
    return intro + table(['Value', 'Description'], rows);
  }
  if (isInputObjectType(type)) {
    const rows = inputRows(Object.values(type.getFields()), { linkTo });
    return intro + table(['Field', 'Type', 'Default', 'Description'], rows);
  }
  if (!('getFields' in type)) return intro;
  const rows = Object.values(type.getFields()).map((field) => [
    `\`${field.name}\``,
    linkTo(field.type),
    cell(field.description) + deprecation(field),
  ]);
  return intro + table(['Field', 'Type', 'Description'], rows);
}

const toSlug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns the pages of the REST reference by path. */
export function restPages(document) {
  const resolve = (part) =>
    part?.$ref
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((inner, key) => inner[key], document)
      : part;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const pages = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags.includes(name));
    const text = own.map((operation) => describeOperation(operation, resolve)).join('');
    return [`reference/rest/${toSlug(name)}.md`, `# REST: ${name}\n\n${escape(description)}\n\n${text}`];
  });
  const rows = document.tags.map(({ name, description }) => [`[${name}](${toSlug(name)}.md)`, cell(description)]);
  const index = `# REST reference\n\n${escape(document.info.description)} Send requests from the page \`/docs\` of your server; programs read \`/openapi.json\`. [REST](../../rest-compat.md) explains what differs from the hosted API, [self-hosted](../../self-hosted.md) from the self-hosted one.\n\n${table(['Group', 'About'], rows)}`;
  return Object.fromEntries([['reference/rest/index.md', index], ...pages]);
}

const nameOf = ($ref) => $ref.split('/').at(-1);

function typeOf(schema) {
  if (!schema) return '';
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items) || 'anything'}`;
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function propertyRows(schema, resolve) {
  const { properties = {}, required = [] } = resolve(schema) ?? {};
  return Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    cell(typeOf(property)),
    required.includes(name) ? 'yes' : '',
    cell(property.description ?? resolve(property)?.description),
  ]);
}

const jsonOf = (part) => part?.content?.['application/json']?.schema;

/** Returns the table of an object's properties. Lists are described by their items, choices by each object. */
function describeBody(schema, resolve, head) {
  const target = resolve(schema);
  if (!target) return '';
  if (target.type === 'array') return describeBody(target.items, resolve, head);
  const choices = target.anyOf ?? target.oneOf ?? [target];
  return choices.map((choice) => table(head, propertyRows(choice, resolve))).join('');
}

function describeOperation(operation, resolve) {
  const parameters = (operation.parameters ?? [])
    .map(resolve)
    .map((parameter) => [
      `\`${parameter.name}\``,
      parameter.in,
      cell(typeOf(parameter.schema)),
      parameter.required ? 'yes' : '',
      cell(parameter.description),
    ]);
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    cell(resolve(response).description),
  ]);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  return [
    `## ${operation.name.replace(/\{/g, '&#123;')}\n\n`,
    `${escape(operation.summary)}\n\n${operation.description ? `${escape(operation.description)}\n\n` : ''}`,
    table(['Parameter', 'In', 'Type', 'Required', 'Description'], parameters),
    describeBody(jsonOf(resolve(operation.requestBody)), resolve, [
      'Field of the body',
      'Type',
      'Required',
      'Description',
    ]),
    describeBody(jsonOf(resolve(success)), resolve, ['Field of the response', 'Type', 'Always', 'Description']),
    table(['Status', 'Meaning'], responses),
  ].join('');
}
