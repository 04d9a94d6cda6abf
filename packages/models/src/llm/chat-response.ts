/** A response in the chat completions format, as far as it is read here. Servers leave out and add fields. */
interface Chat {
  readonly error?: unknown;
  readonly usage?: unknown;
  readonly choices?: readonly Choice[];
}

interface Choice {
  readonly error?: unknown;
  readonly finish_reason?: string | null;
  readonly message?: Message;
  /** Part of a message in a stream. */
  readonly delta?: Message;
}

interface Message {
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function?: { readonly arguments?: unknown } }[];
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
}

/**
 * Wraps the `fetch` of a chat completions server so that what servers other than that of OpenAI answer is read, too: a stream that was not asked
 * for, an answer in place of the arguments of a function or among the thoughts, and an error with status 200, which gets a status of its own.
 */
export function withReadableChat(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...sent) => {
    const response = await fetch(...sent);
    if (!response.ok) return response;
    const text = await response.text();
    const chat = parseChat(text);
    const [choice] = chat?.choices ?? [];
    const error = chat?.error ?? choice?.error;
    if (error != null) return toResponse({ error: toError(error) }, response, statusOf(error));
    const content = choice?.message && contentOf(choice.message);
    if (!chat || !choice || content === undefined)
      return new Response(text, { status: response.status, headers: headersOf(response) });
    const finish = choice.finish_reason?.startsWith('tool') ? 'stop' : choice.finish_reason;
    const read = { index: 0, message: { role: 'assistant', content }, finish_reason: finish };
    return toResponse({ usage: chat.usage, choices: [read] }, response);
  };
}

const isStream = (text: string): boolean => text.trimStart().startsWith('data:');

function parseChat(text: string): Chat | null {
  if (isStream(text)) return joinEvents(text);
  try {
    const value = JSON.parse(text) as unknown;
    const isChat =
      typeof value === 'object' && value !== null && (!('choices' in value) || Array.isArray(value.choices));
    return isChat ? value : null;
  } catch {
    return null;
  }
}

/** Joins the events of a stream to one response. */
function joinEvents(text: string): Chat {
  const events = text.split('\n').flatMap((line) => {
    const chat = line.startsWith('data:') ? parseChat(line.slice('data:'.length).trim()) : null;
    return chat ? [chat] : [];
  });
  const choices = events.flatMap((event) => event.choices?.[0] ?? []);
  const parts = choices
    .map(({ delta, message }) => (delta ?? message)?.content)
    .filter((part) => typeof part === 'string');
  const finish = choices.findLast((choice) => typeof choice.finish_reason === 'string')?.finish_reason ?? null;
  const joined = { message: { content: parts.join('') }, finish_reason: finish };
  return Object.assign({}, ...events, { choices: [joined] }) as Chat;
}

/** Returns the text of a message. Undefined if it has none. */
function contentOf({
  content,
  tool_calls: calls,
  reasoning_content: thoughts,
  reasoning,
}: Message): string | undefined {
  if (typeof content === 'string' && content.trim() !== '') return content;
  if (Array.isArray(content))
    return (content as { text?: unknown }[]).map(({ text }) => (typeof text === 'string' ? text : '')).join('');
  const given = calls?.[0]?.function?.arguments;
  if (given != null) return typeof given === 'string' ? given : JSON.stringify(given);
  // Servers that separate thoughts take an answer for thoughts if the model did not think. Thoughts are no JSON.
  const hidden = thoughts ?? reasoning;
  return typeof hidden === 'string' && isJson(hidden) ? hidden : undefined;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function toError(error: unknown): object {
  return typeof error === 'object' && error !== null && 'message' in error ? error : { message: String(error) };
}

/** The status in an error, or else that of a server with an error of its own. */
function statusOf(error: unknown): number {
  const { code, status } = error as { code?: unknown; status?: unknown };
  const found = [code, status].map(Number).find((value) => Number.isInteger(value) && value >= 400 && value < 600);
  return found ?? 500;
}

function toResponse(body: object, { headers }: Response, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: headersOf({ headers }) });
}

/** The length of the former body is not that of the new one. */
function headersOf({ headers }: Pick<Response, 'headers'>): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}
