import { BaseMemoryBlock, type MemoryMessage } from '@llamaindex/core/memory';
import { extractText } from '@llamaindex/core/utils';
import { formatMemories } from '../shared/format-memories.js';
import { createMemoryApi, type MemoryApi, type MemoryOptions, type Message } from '../shared/memory-api.js';

export interface BlockOptions extends MemoryOptions {
  /** Number of memories to add to the context. Default 10. */
  readonly topK?: number;
  /** Extracts facts from the messages. False stores each message unchanged. Default true. */
  readonly infer?: boolean;
  /** Priority among the memory's blocks. Default 0: the block is always in the context. */
  readonly priority?: number;
}

/**
 * Long-term memory of an agent; pass it to `createMemory` in `memoryBlocks`. Adds memories related to the newest user
 * message to the context, and stores messages that leave the short-term memory.
 */
export class MemoryGatewayBlock extends BaseMemoryBlock {
  private readonly api: MemoryApi;
  private readonly topK: number;
  private readonly infer: boolean;

  constructor(options: BlockOptions) {
    super({ id: 'memory-gateway', priority: options.priority ?? 0, isLongTerm: true });
    this.api = createMemoryApi(options);
    this.topK = options.topK ?? 10;
    this.infer = options.infer ?? true;
  }

  override async get(messages: MemoryMessage[] = []): Promise<MemoryMessage[]> {
    const question = messages.findLast(({ role }) => role === 'user');
    const text = question ? extractText(question.content).trim() : '';
    if (text === '') return [];
    const found = await this.api.search(text, { topK: this.topK });
    return found.length === 0 ? [] : [{ id: this.id, role: 'system', content: formatMemories(found) }];
  }

  override async put(messages: MemoryMessage[]): Promise<void> {
    const turn = messages.flatMap(({ role, content }): Message[] => {
      const text = extractText(content).trim();
      return text !== '' && (role === 'user' || role === 'assistant') ? [{ role, content: text }] : [];
    });
    if (turn.length > 0) await this.api.add(turn, { infer: this.infer });
  }
}
