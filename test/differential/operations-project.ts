import fc from 'fast-check';
import { asRefused, graphql, rest } from './faces.js';
import { idOf, plain, target, type Operation, type Side } from './operations.js';
import { anyText } from './values.js';

const failing = '... on Error { code }';
const nothing = () => ({});

const email = fc.constantFrom(
  'bob@example.com',
  'eve@example.com',
  'ada@example.com',
  'nobody@example.com',
  'no address',
  '',
);
const role = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('READER', 'OWNER') },
  { weight: 1, arbitrary: fc.constant('GUEST') },
);
const membersPath = ({ organizationId, projectId }: Side) =>
  `/api/v1/orgs/organizations/${organizationId}/projects/${projectId}/members/`;

const addMember = fc.record({ email, role }).map((input): Operation => ({
  name: `add member ${JSON.stringify(input)}`,
  rest: (side) => rest(side.client, { method: 'POST', path: membersPath(side), body: input }, nothing),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: `mutation($input: AddProjectMemberInput!) { addProjectMember(input: $input) { __typename ${failing} } }`,
        variables: { input: { ...input, projectId: side.projectId } },
      },
      nothing,
    ),
}));

const changeMember = fc.record({ email, role }).map((input): Operation => ({
  name: `change member ${JSON.stringify(input)}`,
  rest: (side) => rest(side.client, { method: 'PUT', path: membersPath(side), body: input }, nothing),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: `mutation($input: UpdateProjectMemberInput!) { updateProjectMember(input: $input) { __typename ${failing} } }`,
        variables: { input: { ...input, projectId: side.projectId } },
      },
      nothing,
    ),
}));

// The caller stays a member, because otherwise every later call would be refused on both sides.
const removeMember = email
  .filter((address) => address !== 'ada@example.com')
  .map((address): Operation => ({
    name: `remove member ${address}`,
    rest: (side) =>
      rest(
        side.client,
        { method: 'DELETE', path: `${membersPath(side)}?email=${encodeURIComponent(address)}` },
        nothing,
      ),
    graphql: (side) =>
      graphql(
        side.client,
        {
          query: `mutation($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { __typename ${failing} } }`,
          variables: { input: { email: address, projectId: side.projectId } },
        },
        nothing,
      ),
  }));

const categories = fc.constantFrom<unknown>(
  [{ travel: 'Journeys.' }],
  ['food', 'work'],
  [],
  null,
  'text',
  [{ a: 1 }],
  [{ two: 'x' }, { keys: 'y' }],
);
// GraphQL has fields for name and description; REST maps the name to the description.
const toCategoryInputs = (given: unknown): unknown =>
  Array.isArray(given)
    ? given.flatMap((item: unknown) =>
        typeof item === 'string'
          ? [{ name: item }]
          : Object.entries(item as object).map(([name, description]: [string, unknown]) => ({ name, description })),
      )
    : given;
const settings = fc
  .record(
    {
      name: anyText,
      description: anyText,
      categories,
      instructions: anyText,
      decay: fc.boolean(),
      multilingual: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((given): Operation => ({
    name: `settings ${JSON.stringify(given)}`,
    rest: (side) =>
      rest(
        side.client,
        {
          method: 'PATCH',
          path: membersPath(side).replace('members/', ''),
          body: {
            name: given.name,
            description: given.description,
            custom_categories: given.categories,
            custom_instructions: given.instructions,
            decay: given.decay,
            multilingual: given.multilingual,
          },
        },
        nothing,
      ),
    graphql: (side) =>
      graphql(
        side.client,
        {
          query: `mutation($input: UpdateProjectInput!) { updateProject(input: $input) { __typename ${failing} } }`,
          variables: {
            input: {
              id: side.projectId,
              name: given.name,
              description: given.description,
              customCategories: toCategoryInputs(given.categories),
              customInstructions: given.instructions,
              hasDecay: given.decay,
              isMultilingual: given.multilingual,
            },
          },
        },
        nothing,
      ),
  }));

const url = fc.constantFrom(
  'https://93.184.216.34/hook',
  'http://127.0.0.1/x',
  'ftp://example.com',
  'not a url',
  'http://[::1]/',
  'https://user:pw@93.184.216.34/',
);
const events = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.subarray(['memory_add', 'memory_update', 'memory_delete', 'memory_categorize'], { minLength: 0 }),
  },
  { weight: 1, arbitrary: fc.constant(['memory_moved']) },
);
const upper = (names: readonly string[] | undefined) => names?.map((name) => name.toUpperCase());

// Never active, so that nothing is sent.
const createWebhook = fc.record({ name: anyText, url, events }).map((given): Operation => ({
  name: `create webhook ${JSON.stringify(given)}`,
  rest: (side) =>
    rest(
      side.client,
      {
        method: 'POST',
        path: `/api/v1/webhooks/projects/${side.projectId}/`,
        body: { name: given.name, url: given.url, event_types: given.events, is_active: false },
      },
      (body: { webhook_id: string; name: string; is_active: boolean }) => ({
        value: [body.name, body.is_active],
        made: [body.webhook_id],
      }),
    ),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: `mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename ... on CreateWebhookPayload { webhook { id name isActive } } ${failing} } }`,
        variables: {
          input: {
            projectId: side.projectId,
            name: given.name,
            url: given.url,
            eventTypes: upper(given.events),
            isActive: false,
          },
        },
      },
      ({ webhook }: { webhook: { id: string; name: string; isActive: boolean } }) => ({
        value: [webhook.name, webhook.isActive],
        made: [webhook.id],
      }),
    ),
  makes: 'webhooks',
}));

const updateWebhook = fc
  .record({ which: target, changes: fc.record({ name: anyText, url, events }, { requiredKeys: [] }) })
  .map(({ which, changes }): Operation => ({
    name: `update webhook ${which} ${JSON.stringify(changes)}`,
    rest: (side) =>
      rest(
        side.client,
        {
          method: 'PUT',
          path: `/api/v1/webhooks/${encodeURIComponent(idOf(side.webhooks, which))}/`,
          body: { name: changes.name, url: changes.url, event_types: changes.events },
        },
        nothing,
      ),
    graphql: (side) =>
      graphql(
        side.client,
        {
          query: `mutation($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename ${failing} } }`,
          variables: {
            input: {
              id: idOf(side.webhooks, which),
              name: changes.name,
              url: changes.url,
              eventTypes: upper(changes.events),
            },
          },
        },
        nothing,
      ),
  }));

const deleteWebhook = target.map((which): Operation => ({
  name: `delete webhook ${which}`,
  rest: (side) =>
    rest(
      side.client,
      { method: 'DELETE', path: `/api/v1/webhooks/${encodeURIComponent(idOf(side.webhooks, which))}/` },
      nothing,
    ),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: `mutation($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { __typename ${failing} } }`,
        variables: { input: { id: idOf(side.webhooks, which) } },
      },
      nothing,
    ),
}));

const feedback = fc
  .record({
    which: target,
    feedback: fc.constantFrom('POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null),
    reason: fc.option(anyText),
  })
  .map(({ which, feedback: judgement, reason }): Operation => ({
    name: `feedback ${which} ${judgement} ${JSON.stringify(reason)}`,
    rest: (side) =>
      asRefused(
        which,
        rest(
          side.client,
          {
            method: 'POST',
            path: '/v1/feedback/',
            body: { memory_id: idOf(side.memories, which), feedback: judgement, feedback_reason: reason },
          },
          (body: { feedback: string | null; feedback_reason: string | null }) =>
            plain([body.feedback, body.feedback_reason]),
        ),
      ),
    graphql: (side) =>
      asRefused(
        which,
        graphql(
          side.client,
          {
            query: `mutation($input: GiveFeedbackInput!) { giveFeedback(input: $input) { __typename ... on GiveFeedbackPayload { feedback { rating reason } } ${failing} } }`,
            variables: { input: { memoryId: idOf(side.memories, which), rating: judgement, reason } },
          },
          ({ feedback: given }: { feedback: { rating: string; reason: string } | null }) =>
            plain([given?.rating ?? null, given?.reason ?? null]),
        ),
      ),
  }));

/** Any call on a project and its objects except memories. */
export const projectOperation: fc.Arbitrary<Operation> = fc.oneof(
  addMember,
  changeMember,
  removeMember,
  settings,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  feedback,
);
