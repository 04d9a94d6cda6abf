import { describe, expect, it } from 'vitest';
import { extractFacts } from '../src/extraction/extract.js';
import { hasSecret, redactSecrets } from '../src/extraction/secrets.js';
import { secretTexts } from './secret-formats.js';

interface Said {
  readonly role: string;
  readonly content: string;
}
const user = (content: string): Said => ({ role: 'user', content: redactSecrets(content) });
const assistant = (content: string): Said => ({ role: 'assistant', content: redactSecrets(content) });
const facts = (...messages: Said[]) => extractFacts(messages).map(({ text }) => text);

describe('extraction without a model', () => {
  it('stores no secret in any of 200 formats', () => {
    const texts = secretTexts();
    expect(texts.length).toBeGreaterThanOrEqual(200);
    const stored = texts.filter(({ text, secret }) => facts(user(text)).some((fact) => fact.includes(secret)));
    expect(stored.map(({ text }) => text)).toEqual([]);
  });

  it.each([
    'I moved to flat 12 at 48 Harbour Lane in 2019.',
    'My order number is 4471-2290 and it ships on 12 May.',
    'I pay 1,200 euros rent and earn 3,450.50 a month.',
    'My favorite password manager is Bitwarden.',
    'The file lives in packages/memory-engine/src/extraction/secret-rules.ts.',
    'My secret recipes come from my grandmother in Ghent.',
    'My website is https://example.org/blog/2024/05/how-i-built-my-house.',
    'Call me at +31 6 12345678 after 18:00.',
    'I store my photos under 0b2f6f5e-7b0f-4c1e-9f55-2a1d3c4b5e6f.',
    'I forgot my password for the library again.',
  ])('takes this for no secret: %s', (text) => {
    expect(hasSecret(text)).toBe(false);
  });

  it('joins a short answer to its question', () => {
    expect(facts(assistant('Nice! Which city do you live in?'), user('Rotterdam.'))).toEqual([
      'Which city do you live in? Rotterdam.',
    ]);
    expect(facts(assistant('What is your favourite color?'), user('Teal.'))).toEqual([
      'What is your favourite color? Teal.',
    ]);
    expect(facts(assistant('Do you have any allergies?'), user('Yes, peanuts and shellfish'))).toEqual([
      'Do you have any allergies? Yes, peanuts and shellfish',
    ]);
    expect(facts(assistant('Shall I book it?'), user('Yes'))).toEqual([]);
    expect(facts(assistant('Which city do you live in?'), user('I will tell you tomorrow maybe?'))).toEqual([]);
  });

  it('joins a short answer to the question of another named speaker', () => {
    const named = (name: string, content: string) => ({ role: 'user', name, content });
    expect(facts(named('Ada', 'Which city do you live in?'), named('Tom', 'Rotterdam.'))).toEqual([
      'Which city do you live in? Rotterdam.',
    ]);
    expect(facts(named('Tom', 'Which city do you live in?'), named('Tom', 'Rotterdam.'))).toEqual([]);
  });

  it('joins the first sentence of an answer to its question if it is not clear without it', () => {
    expect(
      facts(assistant('How long have you had the turtles?'), user('I got them three years ago. My sister has a cat.')),
    ).toEqual(['How long have you had the turtles? I got them three years ago.', 'My sister has a cat.']);
    expect(
      facts(assistant('How long have you had the turtles?'), user('My sister gave me two turtles in May.')),
    ).toEqual(['My sister gave me two turtles in May.']);
  });

  it.each([
    ['Is it a boy or a girl?', 'A girl.', 'Our eldest is four.'],
    ['And how do you learn best?', 'flashcards.', "I'm dyslexic, so I hate walls of text."],
    ['Did the doctor mention diet?', 'Cut the salt.', 'I stopped drinking in 2011.'],
    ['Welche Stadtteile kommen in Frage?', 'Plagwitz oder Südvorstadt.', 'Ich arbeite als Hebamme.'],
    ["Combien d'invités ?", 'Une trentaine.', 'On a réservé la salle de Meylan.'],
    ['¿Qué te cuesta más?', 'El subjuntivo, obvio.', 'Mi novio es valenciano.'],
    ['Che telefono è?', 'Un samsung.', 'Mio figlio vive a Torino.'],
    ['Quantas vezes por semana?', 'Quatro vezes, menos quarta.', 'Minha filha tem 8 anos.'],
    ['Wat vind je lekker?', 'Indonesisch vooral.', 'Mijn oma kwam uit Bandung.'],
  ])('joins words alone to the question that they answer: %s', (asked, answer, fact) => {
    expect(facts(assistant(asked), user(`${answer} ${fact}`))).toEqual([`${asked} ${answer}`, fact]);
  });

  it.each([
    ['Anything else?', 'Good idea.'],
    ['What can I do for you today?', 'Quick question.'],
    ['What would you like to cook?', 'Write me a poem.'],
    ['Can you meet him?', 'Bad news.'],
  ])('joins to a question no words that answer none: %s', (asked, words) => {
    expect(facts(assistant(asked), user(`${words} I live in Leeds.`))).toEqual(['I live in Leeds.']);
  });

  it('keeps the question of a complete answer beside its facts', () => {
    const questions = (asked: string, options: object = {}) =>
      extractFacts([assistant(asked), user('My sister gave me two turtles. I feed them twice a day.')], options).map(
        ({ question }) => question,
      );
    const asked = 'Which pets did you get in May?';
    expect(questions(`How nice! ${asked}`)).toEqual([asked, asked]);
    expect(questions('How nice!')).toEqual([null, null]);
    expect(questions('Can I help you with the pets?')).toEqual([null, null]);
    expect(questions('Is 4111 1111 1111 1111 the card for the pets?')).toEqual([null, null]);
    expect(questions(asked, { excludes: 'pets' })).toEqual([null, null]);
    const refusal = user("I live in Ghent. It was two turtles. Don't store that.");
    expect(extractFacts([assistant(asked), refusal])).toMatchObject([{ text: 'I live in Ghent.', question: null }]);
    const joined = extractFacts([assistant('Which city do you live in?'), user('Rotterdam.')]);
    expect(joined.map(({ question }) => question)).toEqual([null]);
  });

  it('gives list items their heading', () => {
    expect(facts(user('My goals for 2026:\n- run a marathon\n- learn Greek\n'))).toEqual([
      'My goals for 2026: run a marathon',
      'My goals for 2026: learn Greek',
    ]);
    expect(facts(user('Meine Allergien:\n1. Nüsse\n2. Pollen'))).toEqual([
      'Meine Allergien: Nüsse',
      'Meine Allergien: Pollen',
    ]);
  });

  it.each([
    ['Forget what I told you about my ex.'],
    ["My PIN at the gym is easy. Please don't store that."],
    ['Bitte merk dir das nicht: ich war beim Arzt.'],
    ['Oublie tout ce que je t’ai dit.'],
    ['请忘记我说的话。'],
  ])('obeys: %s', (text) => {
    expect(facts(user(text))).toEqual([]);
  });

  it('drops an earlier message that the next one asks not to store, and keeps the rest', () => {
    expect(
      facts(
        user('I see a therapist on Mondays.'),
        assistant('Okay.'),
        user("Don't remember that."),
        user('I like tea.'),
      ),
    ).toEqual(['I like tea.']);
    expect(facts(user("I live in Ghent. I had surgery in May. Don't save that. I play chess."))).toEqual([
      'I live in Ghent.',
      'I play chess.',
    ]);
  });

  it.each([
    'Guten Morgen zusammen!',
    'Schreib mir ein Gedicht über das Meer.',
    'Kannst du mir bei der Steuer helfen',
    'Bonjour, merci beaucoup !',
    'Traduis ce texte en anglais.',
    'Hola, buenos días',
    'Escribe un poema sobre el mar.',
    'Bom dia, tudo bem',
    'Traduza este texto para inglês.',
    'Scrivi una poesia sul mare.',
    'Vertaal deze tekst naar het Engels.',
    'Привет, как дела',
    'Напиши стихотворение о море.',
    '你好，谢谢',
    '请帮我翻译这段文字。',
    'こんにちは。',
    'この文章を翻訳してください。',
    'नमस्ते',
    'مرحبا',
  ])('drops the greeting or order: %s', (text) => {
    expect(facts(user(text))).toEqual([]);
  });

  it('stores nothing of a pasted article or program', () => {
    const article =
      'The river rose in March. Officials said that the bridge was closed. Residents left their homes. '.repeat(12);
    expect(facts(user(`Summarize:\n${article}`))).toEqual([]);
    expect(facts(user(`Can you translate this article: ${article}`))).toEqual([]);
    expect(facts(user('What does this print?\n```\nI am a string\n```'))).toEqual([]);
  });

  it.each([
    'My favourite food is electricity.',
    'I love jazz as well!',
    'You told me that you live in Ghent.',
    'Based on what you said, you are vegetarian.',
    "I'm an AI, so I have no birthday.",
  ])("never stores an assistant's talk: %s", (text) => {
    expect(facts(assistant(text))).toEqual([]);
  });

  it('keeps what an assistant did for the user', () => {
    expect(facts(assistant('I booked a table at Luigi for 7 pm.'))).toEqual(['I booked a table at Luigi for 7 pm.']);
  });
});
