import type { Services } from '../../context.js';
import { UpstreamFailedError, ValidationError } from '../../errors.js';
import type { LlmFile } from '@memory-gateway/models';
import { OutboundError } from '@memory-gateway/outbound';
import { type Attachment, isInline, isText } from '@memory-gateway/extraction';

/** An attachment that was read: a text, or a file for the model. */
export type LoadedAttachment = { readonly text: string } | { readonly file: LlmFile };

const mebibyte = 1_048_576;
/** Longest text, in UTF-16 code units: as much as all messages of a request may have. */
const textMax = 200_000;
const sizeMax = { image_url: 10 * mebibyte, pdf_url: 20 * mebibyte, txt_url: mebibyte, mdx_url: mebibyte } as const;
const redirectsMax = 3;
const timeoutMs = 30_000;

/**
 * Reads an attachment through the guarded outbound client, or from its data URL, and checks what it is by its first bytes.
 * @throws ValidationError for a file that will never be readable; UpstreamFailedError when its host fails for now
 */
export async function loadAttachment(services: Services, attachment: Attachment): Promise<LoadedAttachment> {
  const { kind } = attachment;
  const bytes = isInline(attachment) ? decodeInline(attachment) : await fetchBytes(services, attachment);
  if (bytes.length === 0) throw unreadable(attachment, 'The file is empty.');
  if (bytes.length > sizeMax[kind]) throw tooLarge(attachment);
  if (isText(kind)) return { text: decodeText(attachment, bytes) };
  const mediaType = detectMediaType(bytes);
  const isPdf = mediaType === 'application/pdf';
  if (mediaType === null || isPdf !== (kind === 'pdf_url'))
    throw unreadable(
      attachment,
      kind === 'pdf_url' ? 'The file is not a PDF.' : 'The file is not a PNG, JPEG, GIF or WebP image.',
    );
  return { file: { data: bytes, mediaType } };
}

async function fetchBytes({ outbound }: Services, attachment: Attachment): Promise<Buffer> {
  let { url } = attachment;
  for (let redirects = 0; ; redirects += 1) {
    try {
      const maxResponseBytes = sizeMax[attachment.kind];
      const { status, body } = await outbound.request({ url, method: 'GET', timeoutMs, maxResponseBytes });
      if (status >= 200 && status < 300) return body;
      throw byStatus(attachment, status);
    } catch (error) {
      const next = redirects < redirectsMax ? nextUrl(error, url) : null;
      if (next === null) throw toFailure(attachment, error);
      url = next;
    }
  }
}

/** Each address of a chain of redirects is checked like the first one. */
function nextUrl(error: unknown, url: string): string | null {
  if (!(error instanceof OutboundError) || error.failure !== 'redirect') return null;
  const location = error.response?.headers.location;
  return location && URL.canParse(location, url) ? new URL(location, url).href : null;
}

function byStatus(attachment: Attachment, status: number): Error {
  const problem = `Its host answered ${status}.`;
  const isTemporary = status >= 500 || status === 408 || status === 429;
  return isTemporary ? unavailable(attachment, problem) : unreadable(attachment, problem);
}

function toFailure(attachment: Attachment, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.failure === 'too_large') return tooLarge(attachment);
  if (error.failure === 'refused_address') return unreadable(attachment, 'Its address is refused.');
  if (error.failure === 'redirect') return unreadable(attachment, `The URL redirects more than ${redirectsMax} times.`);
  return unavailable(attachment, 'Its host did not answer.');
}

function decodeInline(attachment: Attachment): Buffer {
  const { url } = attachment;
  const [, isBase64, data = ''] = /^data:[^,]*?(;base64)?,(.*)$/isu.exec(url) ?? [null, ';base64', url];
  if (!isBase64) return Buffer.from(decodeUri(attachment, data));
  if (!/^[\w+/-]*={0,2}$/u.test(data.replace(/\s+/gu, '')))
    throw unreadable(attachment, 'The content is neither a URL nor base64.');
  return Buffer.from(data, 'base64');
}

function decodeUri(attachment: Attachment, data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    throw unreadable(attachment, 'Its data URL is malformed.');
  }
}

function decodeText(attachment: Attachment, bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(attachment, 'The file is not text in UTF-8.');
  }
  if (text.includes('\0')) throw unreadable(attachment, 'The file is not text in UTF-8.');
  if (text.length > textMax) throw unreadable(attachment, `The text has more than ${textMax} characters.`);
  return text;
}

function detectMediaType(bytes: Buffer): LlmFile['mediaType'] | null {
  const start = bytes.subarray(0, 16).toString('latin1');
  if (start.startsWith('\u0089PNG\r\n')) return 'image/png';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/u.test(start)) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  return start.startsWith('%PDF-') ? 'application/pdf' : null;
}

function tooLarge(attachment: Attachment): ValidationError {
  return unreadable(attachment, `The file is larger than ${sizeMax[attachment.kind] / mebibyte} MiB.`);
}

function unreadable({ kind }: Attachment, problem: string): ValidationError {
  return new ValidationError({ messages: [`The attachment ${kind} cannot be read. ${problem}`] });
}

function unavailable({ kind }: Attachment, problem: string): UpstreamFailedError {
  return new UpstreamFailedError(`The attachment ${kind} could not be read. ${problem}`, {
    reason: 'attachment_unavailable',
  });
}
