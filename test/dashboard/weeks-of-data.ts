import { loadConfig, type Config } from '../../src/config.js';
import { testDatabase } from '../setup/database.js';
import type { DashboardApp } from './browser.js';
import { held } from './graphql.js';

/** Search by meaning, so that scores differ as in a real installation. */
export function searchByMeaning(): Pick<Config, 'embedder' | 'providers'> {
  const { embedder, providers } = loadConfig({ JWT_SECRET: 'a-secret-of-the-screenshots-5d1f0c', EMBEDDER: 'local' });
  return { embedder, providers };
}

/** What people told an app that orders food, with the day before today on which they said it. */
const said: readonly (readonly [user: string, daysAgo: number, text: string])[] = [
  ['maya', 29, 'Maya eats vegetarian food since March.'],
  ['maya', 29, 'Maya is allergic to peanuts.'],
  ['tom', 29, 'Tom lives in Lisbon.'],
  ['tom', 28, 'Tom eats fish, but no other meat.'],
  ['jonas', 27, 'Jonas prefers delivery after 18:00 on weekdays.'],
  ['maya', 26, 'Maya likes the lentil dish of Café Lund.'],
  ['lena', 25, 'Lena cooks Korean food for her family on Sundays.'],
  ['lena', 25, 'Lena has two children, Ole and Frida.'],
  ['lena', 24, 'Lena pays by card.'],
  ['amir', 23, 'Amir fasts from dawn to sunset during Ramadan.'],
  ['jonas', 22, 'Jonas lives on the fourth floor and has no elevator.'],
  ['sofia', 21, 'Sofia trains for a marathon and eats a lot of pasta.'],
  ['tom', 20, 'Tom moved to Porto.'],
  ['amir', 19, 'Amir drinks his coffee without sugar.'],
  ['sofia', 18, 'Sofia cannot digest lactose.'],
  ['priya', 17, 'Priya likes her curry very hot.'],
  ['maya', 16, 'Maya works from home on Wednesdays.'],
  ['priya', 15, 'Priya pays with the company card.'],
  ['lena', 14, 'Frida, the daughter of Lena, eats no mushrooms.'],
  ['jonas', 13, 'Jonas shares the account with his partner Ada.'],
  ['tom', 12, 'Tom wants no plastic cutlery with his food.'],
  ['amir', 11, 'Amir prefers the bakery on Rua das Flores.'],
  ['sofia', 9, 'Sofia runs on Tuesdays and Thursdays before work.'],
  ['priya', 8, 'Priya hosts a dinner for eight people every month.'],
  ['maya', 7, 'Maya wants her dog Miso to stay away from the courier.'],
  ['lena', 6, 'Lena pays in cash now.'],
  ['jonas', 5, 'Jonas drinks no alcohol.'],
  ['sofia', 4, 'Sofia ran the marathon of Valencia in four hours.'],
  ['priya', 3, 'Priya is looking for a vegan restaurant for her team.'],
  ['amir', 2, 'Amir likes to eat outdoors.'],
  ['tom', 1, 'Tom celebrates his birthday on 2 December.'],
  ['maya', 0, 'Maya eats vegan food now.'],
];

/** What each user orders, from the latest to the first. */
const orders: Readonly<Record<string, readonly string[]>> = {
  maya: [
    'falafel bowl from Zaatar',
    'pumpkin ravioli from Nonna',
    'lentil dal from Café Lund',
    'mushroom risotto from Nonna',
  ],
  jonas: ['two pizzas from Nonna', 'ramen from Kumo', 'burgers from Block House', 'fried rice from Spice Road'],
  lena: [
    'bibimbap from Seoul Kitchen',
    'pancakes from Café Lund',
    'kimchi stew from Seoul Kitchen',
    'birthday cake from Café Lund',
  ],
  tom: [
    'grilled sea bass from Porto Mar',
    'tuna salad from Kumo',
    'cod fritters from Porto Mar',
    'a bottle of Vinho Verde',
  ],
  amir: ['lamb kebab from Zaatar', 'custard tarts from the bakery', 'hummus from Zaatar', 'margherita from Nonna'],
  sofia: [
    'spaghetti from Nonna',
    'poke bowl from Kumo',
    'rice pudding with oat milk from Café Lund',
    'energy bars from the bakery',
  ],
  priya: [
    'vindaloo from Spice Road',
    'a thali for eight from Spice Road',
    'green curry from Kumo',
    'team lunch from Zaatar',
  ],
};

/** The orders of five weeks, each on another day. */
const listOrders = () =>
  Object.entries(orders).flatMap(([user, dishes], place) =>
    dishes.map((dish, index) => ({
      user,
      secondsAgo: (index * 8 + place) * 86_400 + ((index * 7_919 + place * 10_473) % 36_000),
      text: `Ordered ${dish}.`,
    })),
  );

/** Programs of the team, each with an API key of its own. */
const clients = ['chat-app', 'support-agent', 'mem0ai', 'checkout'];

/** Fills five weeks: facts about six users and their orders, and requests of four clients with their failures. */
export async function addWeeksOfData(app: DashboardApp): Promise<void> {
  const { rest } = app.as(app.admin.apiKey);
  const keys: string[] = [];
  for (const label of clients) {
    const { createApiKey } = await held<{ createApiKey: { secret: string } }>(
      app,
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreateApiKeyPayload { secret } } }',
      { input: { label } },
    );
    keys.push(createApiKey.secret.slice(0, 12));
  }
  const facts = said.map(([user, daysAgo, text], index) => ({
    user,
    secondsAgo: daysAgo * 86_400 + index * 613,
    text,
  }));
  const all = [...facts, ...listOrders()].sort((one, other) => other.secondsAgo - one.secondsAgo);
  for (const { user, secondsAgo, text } of all)
    await rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: user,
      infer: false,
      timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
    });
  const database = await testDatabase();
  // An entity is as old as its first memory.
  await database.query(
    'UPDATE entities SET created_at = (SELECT min(m.created_at) FROM memories m WHERE m.user_id = entities.name AND m.project_id = entities.project_id)',
  );
  await database.query('DELETE FROM request_logs');
  await database.query(REQUESTS, [app.admin.projectId, keys, clients]);
}

/** A number from 0 to 1 for the request `n`, the same in each run. */
const chance = (salt: number) => `((hashint4(n::int * 31 + ${salt}) & 2147483647) / 2147483648.0)`;

// Busy at noon, quiet at night, quieter on weekends; some hours are busier than others. Most requests are searches and adds.
const REQUESTS = `
  INSERT INTO request_logs (method, path, operation, operation_type, status_code, outcome, errors, latency_ms, database_ms, auth_type, key_prefix, project_id, request_id, client, created_at)
  SELECT CASE kind WHEN 3 THEN 'GET' ELSE 'POST' END,
    (ARRAY['/v3/memories/search/', '/v3/memories/add/', '/graphql', '/v1/memories/', '/mcp'])[kind + 1],
    (ARRAY['searchMemories', 'addMemories', 'memories', 'listMemories', 'search_memories'])[kind + 1],
    CASE kind WHEN 2 THEN 'query' END,
    CASE WHEN fault < 0.002 THEN 503 WHEN fault < 0.014 THEN 400 ELSE 200 END,
    CASE WHEN fault < 0.002 THEN 'FAILED' WHEN fault < 0.014 THEN 'REFUSED' ELSE 'OK' END,
    CASE WHEN fault < 0.002 THEN '[{"code":"UNAVAILABLE","message":"The database is not available."}]'
      WHEN fault < 0.014 THEN '[{"code":"BAD_USER_INPUT","message":"top_k must be a whole number from 1 to 1000."}]' ELSE '[]' END::jsonb,
    round((4 + kind * 3 - 9 * ln(1.0001 - slowness))::numeric, 1), 4,
    'api_key', ($2::text[])[client], $1, 'req-' || n, ($3::text[])[client], at
  FROM (
    SELECT n, ${chance(1)} AS kept, CASE n WHEN 7 THEN 0.01 ELSE ${chance(2)} END AS fault, ${chance(3)} AS slowness,
      now() - n * interval '11 seconds' - ${chance(4)} * interval '40 seconds' AS at,
      (ARRAY[0, 0, 0, 1, 1, 2, 3, 4])[1 + floor(8 * ${chance(5)})::int] AS kind,
      (ARRAY[1, 1, 1, 2, 2, 3, 4])[1 + floor(7 * ${chance(6)})::int] AS client
    FROM generate_series(1, 55000) AS n
  ) AS request
  WHERE n <= 40 OR kept < (0.5 - 0.42 * cos(2 * pi() * (extract(hour FROM at) + extract(minute FROM at) / 60 - 3) / 24))
    * CASE WHEN extract(isodow FROM at) > 5 THEN 0.55 ELSE 1 END
    * (0.75 + 0.5 * ((hashint4(extract(epoch FROM at)::int / 3600) & 255) / 255.0))
  ORDER BY at`;
