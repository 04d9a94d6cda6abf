import { extractFacts, type ExtractMessage, redactSecrets } from '@memory-gateway/memory-engine';

/** A conversation with its expected memories. */
export interface KeyedConversation {
  readonly language: string;
  readonly messages: readonly ExtractMessage[];
  /** Expected facts. A memory states a fact if it contains one variant of each part. */
  readonly facts: readonly (readonly (readonly string[])[])[];
  /** Texts that no memory may contain. */
  readonly forbidden: readonly string[];
}

/** Results of an extraction. */
export interface ExtractionFigures {
  readonly memories: number;
  /** Memories that state an expected fact and contain no forbidden text. */
  readonly right: number;
  readonly facts: number;
  readonly found: number;
  /** Memories that contain a forbidden text. */
  readonly forbidden: readonly string[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Parses the format described at the start of conversations.txt. */
export function readConversations(file: string): KeyedConversation[] {
  const lines = file.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const starts = lines.flatMap((line, index) => (line.startsWith('@') ? [index] : []));
  return starts.map((start, index) => readOne(lines.slice(start, starts[index + 1])));
}

function readOne([head = '', ...lines]: readonly string[]): KeyedConversation {
  const messages: { role: string; content: string }[] = [];
  const facts: string[][][] = [];
  const forbidden: string[] = [];
  for (const line of lines) {
    const text = line.slice(2).trim();
    const last = messages.at(-1);
    if (line.startsWith('u:')) messages.push({ role: 'user', content: text });
    else if (line.startsWith('a:')) messages.push({ role: 'assistant', content: text });
    else if (line.startsWith('+ ')) facts.push(text.split('&').map((part) => part.split('/').map(normalize)));
    else if (line.startsWith('! ')) forbidden.push(normalize(text));
    else if (last) last.content += `\n${line}`;
  }
  return { language: head.slice(1).trim(), messages, facts, forbidden };
}

const normalize = (text: string): string => text.trim().toLowerCase();

/** Extracts facts without a model, like adding does, and compares them with the expected ones. */
export function measureExtraction(conversations: readonly KeyedConversation[]): ExtractionFigures {
  const figures = { memories: 0, right: 0, facts: 0, found: 0 };
  const [forbidden, wrong, missed]: [string[], string[], string[]] = [[], [], []];
  for (const conversation of conversations) {
    const messages = conversation.messages.map((message) => ({ ...message, content: redactSecrets(message.content) }));
    const memories = extractFacts(messages).map(({ text }) => text);
    const says = (memory: string, fact: KeyedConversation['facts'][number]) =>
      fact.every((forms) => forms.some((form) => normalize(memory).includes(form)));
    const isForbidden = (memory: string) => conversation.forbidden.some((text) => normalize(memory).includes(text));
    const isRight = (memory: string) => !isForbidden(memory) && conversation.facts.some((fact) => says(memory, fact));
    const unfound = conversation.facts.filter((fact) => !memories.some((memory) => says(memory, fact)));
    figures.memories += memories.length;
    figures.right += memories.filter(isRight).length;
    figures.facts += conversation.facts.length;
    figures.found += conversation.facts.length - unfound.length;
    forbidden.push(...memories.filter(isForbidden));
    wrong.push(...memories.filter((memory) => !isRight(memory)));
    missed.push(
      ...unfound.map((fact) => `${conversation.language}: ${fact.map((forms) => forms.join('/')).join(' & ')}`),
    );
  }
  return { ...figures, forbidden, wrong, missed };
}
