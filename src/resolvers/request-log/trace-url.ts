/** Returns the address of a trace. Null without a trace ID or without a template. */
export function toTraceUrl(template: string | null, traceId: string | null): string | null {
  return template === null || traceId === null ? null : template.replaceAll('{traceId}', traceId);
}
