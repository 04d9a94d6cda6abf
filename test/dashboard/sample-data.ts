import type { DashboardApp } from './browser.js';
import { held } from './graphql.js';

const people = ['maya', 'jonas', 'lena'];
const sentences = [
  'eats vegetarian food since March and avoids peanuts.',
  'orders the lentil dish at Café Lund most Fridays.',
  'prefers delivery after 18:00 on weekdays.',
  'shares the account with a partner.',
  'moved from Lisbon to Porto in November.',
];

/** Creates memories, requests with every outcome, a webhook, a key and an export, for pages that would be empty. */
export async function addSampleData(app: DashboardApp): Promise<void> {
  const { rest } = app.as(app.admin.apiKey);
  for (const person of people) {
    for (const sentence of sentences) {
      await rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content: `${person} ${sentence}` }],
        user_id: person,
        infer: false,
      });
    }
  }
  await rest('POST', '/v3/memories/search/', { query: 'food', filters: { user_id: 'maya' }, threshold: 70 });
  await rest('GET', '/v3/nothing-here/');
  await rest('POST', '/v3/memories/search/', { query: 'what does maya eat', filters: { user_id: 'maya' } });
  await held(app, 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }', {
    input: {
      name: 'order-events',
      url: 'https://hooks.example.com/memories',
      eventTypes: ['MEMORY_ADD'],
      projectId: app.admin.projectId,
    },
  });
  await held(app, 'mutation ($input: CreateExportInput!) { createExport(input: $input) { __typename } }', {
    input: { projectId: app.admin.projectId },
  });
}
