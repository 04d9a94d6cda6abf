import type { Conversation, Question, Turn } from '../../scripts/lib/conversation.js';

/** About the length of a message in long chats with assistants. */
const MESSAGE_LENGTH = 2_000;

/**
 * Makes one long chat of all conversations: consecutive turns of a session become messages of up to 2,000 characters, and
 * the evidence of a question becomes the messages with its turns.
 */
export function toLongChat(conversations: readonly Conversation[]): Conversation {
  const turns: Turn[] = [];
  const messageOf = new Map<string, string>();
  for (const [number, conversation] of conversations.entries()) {
    for (const turn of conversation.turns) {
      const session = number * 1_000 + turn.session;
      const text = `${turn.speaker}: ${turn.text}`;
      const last = turns.at(-1);
      const fits = last?.session === session && last.text.length + text.length < MESSAGE_LENGTH;
      if (last && fits) turns[turns.length - 1] = { ...last, text: `${last.text}\n${text}` };
      else turns.push({ conv: 'long', id: `L${turns.length + 1}`, session, date: turn.date, speaker: 'chat', text });
      messageOf.set(`${conversation.id} ${turn.id}`, turns.at(-1)?.id ?? '');
    }
  }
  const move = (question: Question): Question => ({
    ...question,
    evidence: [...new Set(question.evidence.map((turn) => messageOf.get(`${question.conv} ${turn}`) ?? ''))],
  });
  const questions = conversations.flatMap((conversation) => conversation.questions.map(move));
  return { id: 'long', turns, observations: [], questions, unanswerable: [] };
}
