import { loadConfig, type Config } from '../../src/config.js';
import { testDatabase } from '../setup/database.js';
import type { DashboardApp } from './browser.js';

/** Search by meaning, so that scores differ as in a real installation. */
export function searchByMeaning(): Pick<Config, 'embedder' | 'providers'> {
  const { embedder, providers } = loadConfig({ JWT_SECRET: 'a-secret-of-the-screenshots-5d1f0c', EMBEDDER: 'local' });
  return { embedder, providers };
}

/** What people told an app that orders food, with the day before today on which they said it. */
const said: readonly (readonly [user: string, daysAgo: number, text: string])[] = [
  ['maya', 29, 'Maya eats vegetarian food since March.'],
  ['maya', 29, 'Maya is allergic to peanuts.'],
  ['tom', 28, 'Tom eats fish, but no other meat.'],
  ['jonas', 27, 'Jonas prefers delivery after 18:00 on weekdays.'],
  ['maya', 26, 'Maya orders the lentil dish at Café Lund most Fridays.'],
  ['lena', 25, 'Lena cooks Korean food for her family on Sundays.'],
  ['lena', 25, 'Lena has two children, Ole and Frida.'],
  ['amir', 23, 'Amir fasts from dawn to sunset during Ramadan.'],
  ['jonas', 22, 'Jonas lives on the fourth floor without an elevator.'],
  ['sofia', 21, 'Sofia trains for a marathon and eats a lot of pasta.'],
  ['tom', 20, 'Tom moved from Lisbon to Porto.'],
  ['amir', 19, 'Amir drinks his coffee without sugar.'],
  ['sofia', 18, 'Sofia cannot digest lactose.'],
  ['priya', 17, 'Priya likes her curry very hot.'],
  ['maya', 16, 'Maya works from home on Wednesdays.'],
  ['priya', 15, 'Priya pays with the company card on workdays.'],
  ['lena', 14, 'Frida, the daughter of Lena, eats no mushrooms.'],
  ['jonas', 13, 'Jonas shares the account with his partner Ada.'],
  ['tom', 12, 'Tom wants no plastic cutlery with his food.'],
  ['amir', 11, 'Amir prefers the bakery on Rua das Flores.'],
  ['sofia', 9, 'Sofia runs on Tuesdays and Thursdays before work.'],
  ['priya', 8, 'Priya hosts a dinner for eight people every month.'],
  ['maya', 7, 'Maya wants her dog Miso to stay away from the courier.'],
  ['lena', 6, 'Lena pays in cash.'],
  ['jonas', 5, 'Jonas gave up alcohol in October.'],
  ['sofia', 4, 'Sofia ran the marathon of Valencia in four hours.'],
  ['priya', 3, 'Priya is looking for a vegan restaurant for her team.'],
  ['amir', 2, 'Amir returned a cold pizza and got his money back.'],
  ['tom', 1, 'Tom celebrates his birthday on 2 December.'],
  ['maya', 0, 'Maya tries vegan food this month.'],
];

/** Fills a month: memories of six users, and requests of four clients with their failures. */
export async function addWeeksOfData(app: DashboardApp): Promise<void> {
  const { rest } = app.as(app.admin.apiKey);
  for (const [index, [user, daysAgo, text]] of said.entries())
    await rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: user,
      infer: false,
      timestamp: Math.floor(Date.now() / 1000) - daysAgo * 86_400 - index * 613,
    });
  const database = await testDatabase();
  // An entity is as old as its first memory.
  await database.query(
    'UPDATE entities SET created_at = (SELECT min(m.created_at) FROM memories m WHERE m.user_id = entities.name AND m.project_id = entities.project_id)',
  );
  await database.query('DELETE FROM request_logs');
  await database.query(requestsOfAWeek, [app.admin.projectId, app.admin.apiKey.slice(0, 12)]);
}

// Busy now and at this time of each day, quiet twelve hours before. The chance is the same in each run.
const requestsOfAWeek = `
  INSERT INTO request_logs (method, path, operation, operation_type, status_code, outcome, errors, latency_ms, database_ms, auth_type, key_prefix, project_id, request_id, client, created_at)
  SELECT CASE kind WHEN 3 THEN 'GET' ELSE 'POST' END,
    (ARRAY['/v3/memories/search/', '/v3/memories/add/', '/graphql', '/v1/memories/', '/mcp'])[kind + 1],
    (ARRAY['searchMemories', 'addMemories', 'memories', 'listMemories', 'search_memories'])[kind + 1],
    CASE kind WHEN 2 THEN 'query' END,
    CASE WHEN chance < 0.006 THEN 503 WHEN chance < 0.03 THEN 400 ELSE 200 END,
    CASE WHEN chance < 0.006 THEN 'FAILED' WHEN chance < 0.03 THEN 'REFUSED' ELSE 'OK' END,
    CASE WHEN chance < 0.006 THEN '[{"code":"UNAVAILABLE","message":"The database is not available."}]'
      WHEN chance < 0.03 THEN '[{"code":"BAD_USER_INPUT","message":"top_k must be a whole number from 1 to 1000."}]' ELSE '[]' END::jsonb,
    round((5 + kind * 3 + 30 * chance * chance + CASE WHEN chance > 0.97 THEN 90 ELSE 0 END)::numeric, 1), 4,
    'api_key', $2, $1, 'req-' || n, (ARRAY['chat-app', 'support-agent', 'mem0ai', 'checkout'])[1 + n % 4], at
  FROM (
    SELECT n, now() - n * interval '17 seconds' - ((n * 7919::bigint) % 10007) * interval '1 millisecond' AS at,
      ((n * 7919::bigint) % 1000) / 1000.0 AS chance, (ARRAY[0, 1, 0, 2, 0, 1, 3, 4])[1 + n % 8] AS kind
    FROM generate_series(1, 36000) AS n
  ) AS request
  WHERE n <= 120 OR ((n * 104729::bigint) % 100) / 100.0 < 0.55 + 0.45 * cos(2 * pi() * n * 17 / 86400)
  ORDER BY at`;
