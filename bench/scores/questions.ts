import type { Conversation, Question } from '../../scripts/lib/conversation.js';

/** A conversation of a group: the data set, or the language of a corpus. Questions are borrowed within the group. */
export interface GroupedConversation extends Conversation {
  readonly group: string;
}

/**
 * `own`: the conversation has the answer. `borrowed`: a question about another conversation, with its speakers replaced by those of this one.
 * `naive`: the same with the names of the other speakers, which tell it from the others. `never`: written as a question about this conversation,
 * which does not answer it.
 */
export type QuestionKind = 'own' | 'borrowed' | 'naive' | 'never';

export interface KindOfQuestion extends Question {
  readonly kind: QuestionKind;
}

/** Every how many borrowed questions is also asked with the names of the other speakers. */
const NAIVE_EVERY = 4;

/** Lists what is asked of a conversation: its own questions, and those of the other conversations of its group. */
export function listQuestions(
  conversation: GroupedConversation,
  all: readonly GroupedConversation[],
): readonly KindOfQuestion[] {
  const others = all.filter(({ id, group }) => group === conversation.group && id !== conversation.id);
  const borrowed = others.flatMap((other) =>
    other.questions.map((question) => ({
      ...question,
      question: replaceSpeakers(question.question, { from: speakersOf(other), to: speakersOf(conversation) }),
      evidence: [],
      kind: 'borrowed' as const,
    })),
  );
  const naive = others.flatMap((other) => other.questions.map((question) => ({ ...question, evidence: [] })));
  return [
    ...conversation.questions.map((question) => ({ ...question, kind: 'own' as const })),
    ...borrowed,
    ...naive
      .filter((_, index) => index % NAIVE_EVERY === 0)
      .map((question) => ({ ...question, kind: 'naive' as const })),
    ...conversation.unanswerable
      .filter(({ evidence }) => evidence.length === 0)
      .map((question) => ({ ...question, kind: 'never' as const })),
  ];
}

function speakersOf({ turns }: Conversation): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))];
}

/** Replaces the speakers of one conversation by those of another one, all at once. */
export function replaceSpeakers(
  text: string,
  { from, to }: { from: readonly string[]; to: readonly string[] },
): string {
  const names = from.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  if (names === '' || to.length === 0) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'giu');
  return text.replace(pattern, (found) => {
    const index = from.findIndex((name) => name.toLowerCase() === found.toLowerCase());
    return to[index % to.length] ?? found;
  });
}
