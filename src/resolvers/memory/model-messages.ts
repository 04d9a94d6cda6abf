import type { Services } from '../../context.js';
import { redactSecrets } from '@memory-gateway/memory-engine';
import type { LlmFile } from '@memory-gateway/models';
import { describeContent } from './attachment-checks.js';
import { loadAttachment } from './load-attachment.js';
import type { ModelMessage, TextMessage } from '@memory-gateway/extraction';

/** Length and overlap of the pieces of a long text file. */
const pieceLength = 20_000;
const pieceOverlap = 500;

/**
 * Prepares messages for a language model: without system messages, which instruct a model; without secrets; with their
 * attachments. A text file follows its message, in pieces.
 * @throws ValidationError and UpstreamFailedError for an attachment that cannot be read
 */
export async function toModelMessages(services: Services, messages: readonly TextMessage[]): Promise<ModelMessage[]> {
  const prepared: ModelMessage[] = [];
  for (const message of messages) {
    const { role, name, timestamp } = message;
    if (role === 'system') continue;
    const said = { role, name, ...(timestamp !== undefined && { timestamp }) };
    const source = { role, name, content: redactSecrets(describeContent(message)) };
    const files: LlmFile[] = [];
    const pieces: string[] = [];
    for (const attachment of message.attachments ?? []) {
      const loaded = await loadAttachment(services, attachment);
      if ('file' in loaded) files.push(loaded.file);
      else pieces.push(...toPieces(redactSecrets(loaded.text)));
    }
    const content = redactSecrets(message.content);
    if (content.trim() !== '' || files.length > 0)
      prepared.push({ ...said, content, files, source, text: message.content });
    pieces.forEach((piece, index) => {
      const title = `Text file, part ${index + 1} of ${pieces.length}:`;
      prepared.push({ ...said, content: `${title}\n${piece}`, files: [], source, text: message.content });
    });
  }
  return prepared;
}

function toPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += pieceLength - pieceOverlap) {
    pieces.push(text.slice(start, start + pieceLength));
    if (start + pieceLength >= text.length) break;
  }
  return pieces;
}
