import { isStorable } from '@memory-gateway/memory-engine';

/** Kind of an attachment, by its name in the content parts of chat APIs. */
export type AttachmentKind = 'image_url' | 'pdf_url' | 'txt_url' | 'mdx_url';

/** A file that a message refers to. */
export interface Attachment {
  readonly kind: AttachmentKind;
  /** An http(s) URL or a data URL; for text and MDX also the content itself as base64. */
  readonly url: string;
}

const kinds: readonly string[] = ['image_url', 'pdf_url', 'txt_url', 'mdx_url'] satisfies AttachmentKind[];

/** Parts of transcripts that hold what programs sent each other, and nothing that a person said. */
const programParts =
  /^(tool[_-](use|call|result|error)|function_call(_output)?|server_tool_use|(redacted_)?thinking|reasoning|refusal|step-start)$/u;

const attachmentsMax = 10;

type AddError = (problem: string) => void;

/** Reads the attachments of a message: parts of its content, and the list `attachments`. */
export function readAttachments(
  { content, attachments }: { content: unknown; attachments?: unknown },
  addError: AddError,
): Attachment[] {
  const parts = typeof content === 'string' || content == null ? [] : [content].flat();
  const inContent = parts.flatMap((part) => readPart(part, addError));
  const found = [...inContent, ...readList(attachments, addError)];
  if (found.length > attachmentsMax) addError(`The message may have ${attachmentsMax} attachments at most.`);
  return found;
}

function readList(attachments: unknown, addError: AddError): Attachment[] {
  if (attachments == null) return [];
  const isListed = (item: unknown): item is { kind: string; url: unknown } =>
    typeof item === 'object' && item !== null && 'kind' in item && kinds.includes(item.kind as string) && 'url' in item;
  if (Array.isArray(attachments) && attachments.every(isListed))
    return attachments.flatMap(({ kind, url }) => readUrl(kind, url, addError));
  addError(`The attachments must be a list of objects with \`url\` and with \`kind\`, one of ${kinds.join(', ')}.`);
  return [];
}

function readPart(part: unknown, addError: AddError): Attachment[] {
  if (typeof part !== 'object' || part === null || !('type' in part)) return [];
  const { type } = part;
  if (typeof type !== 'string' || type === 'text' || programParts.test(type)) return [];
  if (!kinds.includes(type)) {
    addError(
      `Content of the type ${JSON.stringify(type.slice(0, 50))} cannot be read. Use text, image_url, pdf_url, txt_url or mdx_url.`,
    );
    return [];
  }
  const given: unknown = (part as Record<string, unknown>)[type];
  const url = typeof given === 'object' && given !== null ? (given as { url?: unknown }).url : given;
  return readUrl(type, url, addError);
}

function readUrl(kind: string, url: unknown, addError: AddError): Attachment[] {
  if (typeof url !== 'string' || url.trim() === '' || !isStorable(url)) {
    addError(`The attachment ${kind} must have a URL.`);
    return [];
  }
  return [{ kind: kind as AttachmentKind, url: url.trim() }];
}

/** Whether the URL holds the file itself. */
export function isInline({ kind, url }: Attachment): boolean {
  return /^data:/iu.test(url) || (isText(kind) && !/^https?:/iu.test(url));
}

export function isText(kind: AttachmentKind): boolean {
  return kind === 'txt_url' || kind === 'mdx_url';
}
