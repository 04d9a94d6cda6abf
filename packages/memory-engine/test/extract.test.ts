import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractFacts, type ExtractOptions } from '../src/extraction/extract.js';
import { redactSecrets } from '../src/extraction/secrets.js';
import { MAX_SENTENCE_LENGTH, splitSentences } from '../src/extraction/sentences.js';

const facts = (content: string, options: ExtractOptions = {}, role = 'user') =>
  extractFacts([{ role, content: redactSecrets(content) }], options).map((fact) => fact.text);

describe('the local extractor', () => {
  it.each([
    "Hi, I'm Noor.",
    "I'm vegan.",
    'I am planning a trip to Kyoto next month.',
    'Rosa collects stamps',
    'The user prefers dark mode.',
    'The deploy script lives in tools/release and needs Node 20.',
    'Please call me Sam.',
    'Always answer in French.',
    "Let's meet on Tuesday at 5 pm.",
    'When I was a child I lived by the sea.',
    'What I like most is hiking.',
    'I prefer window seats, you know?',
    'May is my favourite month.',
    'List of my allergies: nuts, shellfish',
    'Meeting moved to noon',
    'New number: 07700 900456.',
    'I love Ben',
    'Ben is nice to me at work',
    'My son never says thank you.',
    'lol I broke my toe',
    "that's my sister's wedding dress",
    'soy zurdo',
    'sono vegetariana',
    'The staging server is called hydra',
    'stop apologizing so much',
    'schreib mir nie wieder auf englisch',
    'tutoie-moi',
    'neue Nummer: 0151 23456789',
    'Jonas is vegetarian and loves cheese.',
    'Tom is allergic to shellfish.',
    'Maria is a very good nurse.',
    'Pixel is a greyhound.',
    'Tom and Ana are divorced.',
    'Ingrid is now retired.',
    'Grandma is in hospital.',
    'Mum is vegetarian.',
    'The kids are ill.',
    'Me gusta el fútbol y vivo en Madrid.',
    '私は東京に住んでいます。',
    'ผมชอบกินข้าวผัด',
  ])('keeps: %s', (text) => {
    expect(facts(text)).toEqual([text]);
  });

  it('keeps the fact alone of a request to remember it', () => {
    expect(facts("Remember that my wife's birthday is on the third.")).toEqual(["my wife's birthday is on the third."]);
    // It is a standing instruction, and the fact alone is none.
    expect(facts('can u remember im allergic to kiwi')).toEqual(['remember im allergic to kiwi']);
  });

  it.each([
    'What is the capital of France?',
    'what is the capital of France',
    'Do I have any allergies',
    '你喜欢什么？',
    'Hey! How are you?',
    'Thanks so much for your help!',
    'Wow, thank you so much, this is brilliant!',
    'As a rule, should I peel carrots?',
    "lol that's hilarious",
    "That's not what I meant.",
    'you missed the second part',
    'makes sense, thanks',
    'das meinte ich nicht',
    'eso no es lo que pedí',
    "c'est pas ce que je voulais",
    'non è quello che volevo',
    'dat bedoelde ik niet',
    'Better safe than sorry, as they say.',
    'Yes',
    'Sounds good to me!',
    'Write me a poem about the sea.',
    'Can you help me plan a trip',
    'I need you to summarize this text.',
    'Photosynthesis is the process by which plants make food.',
    'Python is a programming language.',
    'Gravity is a force.',
    'Milk is good for bones.',
    'Nurses are essential.',
    'A greyhound is a dog.',
    'Insulin is a hormone.',
    '{"name": "I like tea"}',
    '2024-01-02 12:00:00 INFO I started the server',
    '| I like | tea |',
    'at run (/srv/app.js:10:5)',
    '```\nI like tea.\n```',
    '# My notes on tea',
    '',
  ])('drops: %s', (text) => {
    expect(facts(text)).toEqual([]);
  });

  it('keeps the role in which a user asks', () => {
    expect(facts('As a night-shift nurse, how should I sleep?')).toEqual(['As a night-shift nurse']);
    expect(facts('Which visa do I need as a Brazilian in Portugal?')).toEqual(['as a Brazilian in Portugal']);
  });

  it('keeps what an assistant states and drops its service talk and advice', () => {
    const reply =
      'Sure! Here are some tips. I booked a table at Luigi for 7 pm. Drink plenty of water. Let me know if you need anything else.';
    expect(facts(reply, {}, 'assistant')).toEqual(['I booked a table at Luigi for 7 pm.']);
  });

  it('finds a plan behind a request in each month of the year, the present one too', () => {
    for (let month = 0; month < 12; month += 1) {
      const name = new Date(Date.UTC(2026, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
      const plan = `I'm running the Valencia marathon in ${name}.`;
      expect(facts(`Make me a training plan, ${plan}`)).toEqual([plan]);
    }
    expect(facts("Make me a menu, I'm having guests today.")).toEqual([]);
  });

  it('takes list items one by one and joins lines broken in mid-sentence', () => {
    expect(facts('- I like tea\n2) I hate coffee\n* [x] my dog is called Rex')).toEqual([
      'I like tea',
      'I hate coffee',
      'my dog is called Rex',
    ]);
    expect(facts('I work at the harbour\nand like the smell.')).toEqual(['I work at the harbour and like the smell.']);
  });

  it.each([
    'imagine you are my doctor, I am your patient.',
    "and let's pretend I'm a pirate, I live on a ship.",
    'if I won the lottery, I would move to Spain.',
    "si j'étais riche, je vivrais à Rome.",
    'nobody believes that, I am a spy.',
    'in my dream, I was a bird.',
    'and please forget it, I live in Rome.',
    'imagine you are my doctor; I am your patient.',
    'as Tom is away.',
    'zit je daar nog.',
    'ben benieuwd of het werkt.',
    'ben je daar nog.',
  ])('keeps nothing of what is pretended, refused or half a sentence beside a secret: %s', (rest) => {
    expect(facts(`My PIN is 4921, ${rest}`)).toEqual([]);
    expect(facts(`My PIN is 4921; ${rest}`)).toEqual([]);
  });

  it.each([
    ['We keep the kayaks there; my PIN is 4921.', 'We keep the kayaks there'],
    [
      'To open the garage, press 5528 and then the green button; we keep the kayaks there.',
      'we keep the kayaks there.',
    ],
    ['De pincode is 4921, ik werk bij Bosch.', 'ik werk bij Bosch.'],
    [
      'The code of the gate by the storage box in Leeds is 4921, behind the sign with the heron.',
      'The code of the gate by the storage box in Leeds is [secret removed], behind the sign with the heron.',
    ],
    [
      "La visio de la chorale c'est le mercredi, le mot de passe est Tessiture42.",
      "La visio de la chorale c'est le mercredi, le mot de passe est [secret removed].",
    ],
  ])('keeps the rest of a sentence with a secret: %s', (text, kept) => {
    expect(facts(text)).toEqual([kept]);
  });

  it.each([
    'My PIN for the bank card is 4921.',
    'The garden gate at the allotment in Leith opens with 4921, then 73K at the shed.',
    'The PIN of the safe of the sailing club in Cowes is 4921 behind the letters K, R, T and a turn.',
    'My PIN for the laundry room in Delft is 4921 four.',
  ])('keeps nothing of a sentence that tells little beside its secret, or what may be the rest of one: %s', (text) => {
    expect(facts(text)).toEqual([]);
  });

  it.each([
    'Ich habe am 2. November Geburtstag.',
    'Am 5. Oktober ziehe ich um, am 6. Oktober ist die Übergabe.',
    'Der Kurs geht vom 10. bis 17. Mai.',
    'Ich wohne im 3. Stock ohne Aufzug.',
    'Unser 10. Hochzeitstag war schön.',
    'Mein Chef ist Hr. Maier.',
    'Ich mag Obst, z. B. Äpfel, und Gemüse, z.B. Kohl.',
    'La Dra. Ruiz es mi médica.',
    'Mme. Petit garde mon chat.',
    'Mijn baas is dhr. Jansen.',
  ])('does not cut "%s"', (sentence) => {
    expect(splitSentences(sentence)).toEqual([sentence]);
  });

  it.each([
    'Ich bin 34. Er ist 30.',
    'Ich arbeite von 9 bis 10. Dann gehe ich heim.',
    'Der Termin ist am 3. Danach habe ich frei.',
    'I am 34. My brother is 30.',
  ])('cuts after the number in "%s"', (text) => {
    expect(splitSentences(text)).toHaveLength(2);
  });

  it('does not cut at abbreviations, decimals and addresses', () => {
    const text =
      'I see Dr. J. Brook at Acme Inc. in Leeds. I pay 3.5 pounds. My page is https://example.org/a.b?c=d and I like it.';
    expect(facts(text)).toEqual([
      'I see Dr. J. Brook at Acme Inc. in Leeds.',
      'I pay 3.5 pounds.',
      'My page is https://example.org/a.b?c=d and I like it.',
    ]);
  });

  it('ignores all but user and assistant, and says who spoke', () => {
    const messages = [
      { role: 'system', content: 'I am a prompt about tea.' },
      { role: 'tool', content: 'I am output about tea.' },
      { role: 'user', content: 'I like tea.', name: 'Noor' },
      { role: 'assistant', content: 'Your table at Luigi is booked for Friday.' },
    ];
    expect(extractFacts(messages)).toEqual([
      { text: 'I like tea.', role: 'user', actor: 'Noor', message: 2, question: null },
      {
        text: 'Your table at Luigi is booked for Friday.',
        role: 'assistant',
        actor: null,
        message: 3,
        question: null,
      },
    ]);
  });

  it('keeps a repeated sentence once', () => {
    expect(facts('I like tea. i like  tea! I like coffee.')).toEqual(['I like tea.', 'I like coffee.']);
  });

  it('follows hints by stem and by the words of a default category', () => {
    const text = 'I play tennis on Sundays. I love sushi. I collect stamps.';
    expect(facts(text, { includes: 'sports' })).toEqual(['I play tennis on Sundays.']);
    expect(facts(text, { excludes: 'food preferences' })).toEqual(['I play tennis on Sundays.', 'I collect stamps.']);
    expect(facts(text, { includes: 'stamp collecting' })).toEqual(['I collect stamps.']);
  });

  it('cuts text without punctuation into pieces of bounded length', () => {
    for (const text of ['我喜欢喝茶'.repeat(400), 'I like tea and '.repeat(200), '😀我'.repeat(900)]) {
      const pieces = splitSentences(text);
      expect(pieces.length).toBeGreaterThan(3);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
      expect(pieces.join('')).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
      expect(pieces.some((piece) => /^[\uDC00-\uDFFF]/.test(piece))).toBe(false);
    }
  });

  it('never throws, and says only what the message says', () => {
    const bits = fc.constantFrom(
      'I like tea',
      '. ',
      '\n',
      '- ',
      '```\n',
      'Dr. ',
      '?',
      '我喜欢',
      '\r\n',
      '> ',
      '{',
      ' ',
      'https://a.b?c',
      '\u2028',
      '😀',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    const plain = (text: string) => text.replace(/\s+/gu, '');
    fc.assert(
      fc.property(texts, fc.constantFrom('user', 'assistant', 'tool'), (content, role) => {
        for (const fact of extractFacts([{ role, content }])) {
          expect(plain(content)).toContain(plain(fact.text));
          expect(fact.text.trim()).not.toBe('');
        }
      }),
      { numRuns: 150 },
    );
  });
});
