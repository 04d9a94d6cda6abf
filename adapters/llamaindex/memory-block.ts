import { BaseMemoryBlock, type MemoryMessage } from '@llamaindex/core/memory';
import { extractText } from '@llamaindex/core/utils';
import { formatMemories } from '../shared/format-memories.js';
import { createMemoryApi, type MemoryApi, type MemoryOptions, type Message } from '../shared/memory-api.js';

export interface BlockOptions extends MemoryOptions {
  /** Memories to recall. Default 10. */
  readonly topK?: number;
  /** Extract facts from the messages. Default true; false stores each message as it is. */
  readonly infer?: boolean;
  /** Priority among the blocks of the memory. Default 0: the block is always in the context. */
  readonly priority?: number;
}

/**
 * Long-term memory of an agent: recalls what fits the newest message of the user, and remembers messages that leave the short-term memory.
 * Pass it to `createMemory` in `memoryBlocks`.
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
