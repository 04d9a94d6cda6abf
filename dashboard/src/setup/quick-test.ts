import { accessToken } from '../api/access-token';

/** Whose memories the test keeps. */
export const testUser = 'setup-test';

/** What came of the test: the memories that were written, and what a search finds; or why not. */
export type TestResult =
  | {
      readonly ok: true;
      readonly kept: readonly string[];
      readonly found: readonly { readonly text: string; readonly score: number }[];
    }
  | { readonly ok: false; readonly message: string };

/** The call as it is typed into a terminal. */
export function curlSample(secret: string | null, message: string): string {
  const body = JSON.stringify(bodyOf(message)).replaceAll("'", "'\\''");
  return [
    `curl ${window.location.origin}/memories \\`,
    `  -H "X-API-Key: ${secret ?? '$KEY'}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
}

/** Adds a memory and searches for it, as an application would do it; without a key, with the session of this browser. */
export async function runQuickTest(secret: string | null, message: string): Promise<TestResult> {
  try {
    const send = sender(secret === null ? await sessionHeader() : { 'x-api-key': secret });
    const added = await send<{ results: { memory: string }[] }>('/memories', bodyOf(message));
    const { results } = await send<{ results: { memory: string; score: number }[] }>('/search', {
      query: message,
      user_id: testUser,
      top_k: 3,
    });
    return {
      ok: true,
      kept: added.results.map(({ memory }) => memory),
      found: results.map(({ memory, score }) => ({ text: memory, score })),
    };
  } catch (error) {
    return {
      ok: false,
      message: error instanceof Refused ? error.message : 'The server could not be reached. Is it running?',
    };
  }
}

class Refused extends Error {}

const bodyOf = (content: string) => ({ messages: [{ role: 'user', content }], user_id: testUser });

async function sessionHeader(): Promise<Record<string, string>> {
  const token = await accessToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function sender(credential: Record<string, string>) {
  return async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify(body),
      credentials: 'omit',
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Body;
    const { detail } = answer as { detail?: unknown };
    throw new Refused(typeof detail === 'string' ? detail : `The server answered ${response.status}.`);
  };
}
