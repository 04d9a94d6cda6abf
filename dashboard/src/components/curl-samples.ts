/** Returns a curl command that checks a key. */
export const pingSample = (): string => toLines('/v1/ping/', '-H "Authorization: Token $KEY"');

/** Returns a curl command that adds a memory. Keys without a project need the project id. */
export function addMemorySample(projectId: string | null): string {
  return curl('/v3/memories/add/', {
    messages: [{ role: 'user', content: 'I moved to Lisbon in March.' }],
    user_id: 'ada',
    ...(projectId !== null && { project_id: projectId }),
  });
}

/** Returns a curl command that exports memories of the project. */
export function exportSample(projectId: string | null): string {
  return curl('/v1/exports/', {
    schema: { type: 'object', properties: { city: { type: 'string' } } },
    filters: { user_id: 'ada' },
    ...(projectId !== null && { project_id: projectId }),
  });
}

/** Returns a curl command that creates a webhook of the project. */
export function webhookSample(projectId: string): string {
  return curl(`/api/v1/webhooks/projects/${projectId}/`, {
    name: 'my-app',
    url: 'https://example.com/hook',
    event_types: ['memory_add'],
  });
}

const curl = (path: string, body: object): string =>
  toLines(path, '-H "Authorization: Token $KEY" -H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);

// A long line would break behind the hyphen of an option.
const toLines = (path: string, ...options: string[]): string =>
  [`curl ${window.location.origin}${path}`, ...options].join(' \\\n  ');
