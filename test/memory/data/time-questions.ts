/** Dated memories of one user. Those of a subject differ in their times, not in their words. */
export const datedMemories: readonly (readonly [date: string, text: string])[] = [
  ['2024-12-28', 'I ran 5 km in the snow.'],
  ['2025-01-05', 'I ran 8 km along the river.'],
  ['2025-02-02', 'I ran 10 km with Ines.'],
  ['2025-03-02', 'I ran 15 km in the forest.'],
  ['2025-03-09', 'I ran 6 km on the beach.'],
  ['2025-03-16', 'I ran 21 km, a half marathon.'],
  ['2025-02-03', 'I had ramen for dinner at Koi.'],
  ['2025-02-14', 'I had oysters for dinner at Le Port.'],
  ['2025-02-26', 'I had lasagne for dinner at home.'],
  ['2025-03-05', "I had tacos for dinner at Lupe's."],
  ['2025-03-15', "I had dumplings for dinner at Ming's."],
  ['2025-03-18', 'I had pea soup for dinner at home.'],
  ['2024-05-04', 'I saw the film Dune at the cinema.'],
  ['2024-05-29', 'I saw the film Civil War at the cinema.'],
  ['2024-09-10', 'I saw the film Speak No Evil at the cinema.'],
  ['2025-01-15', 'I saw the film Nosferatu at the cinema.'],
  ['2025-02-22', 'I saw the film Mickey 17 at the cinema.'],
  ['2025-03-08', 'I saw the film Flow at the cinema.'],
  ['2023-06-12', 'I went to the dentist and got a filling.'],
  ['2024-03-03', 'I went to the dentist and all was fine.'],
  ['2024-11-20', 'I went to the dentist and got a crown.'],
  ['2024-01-10', 'My train to Leeds leaves at 8:45.'],
  ['2024-01-11', 'My train to York leaves at 9:15.'],
  ['2024-01-12', 'The school bus leaves at 7.30.'],
  ['2024-01-13', 'Choir practice begins at 19:30.'],
  ['2024-01-14', 'The bakery opens at 06:00.'],
  ['2024-01-15', 'My meditation class is at 12:00.'],
  ['2024-01-16', 'The night bus leaves at 00:00.'],
  ['2024-01-17', 'The yoga class is at 10:45.'],
  ['2024-01-18', 'The alarm for my pills rings at 22:15.'],
  ['2024-01-19', 'My sister Ines sings in a choir.'],
  ['2024-01-20', 'I work at a bakery in Leeds.'],
  ['2024-01-21', 'My favorite film is Amélie.'],
  ['2024-01-22', 'I am afraid of dentists.'],
  ['2024-01-23', 'I take the bus when it rains.'],
  ['2024-01-24', 'My running shoes are from Lisbon.'],
];

interface TimeQuestion {
  readonly query: string;
  /** Words of the memory that should be first. */
  readonly first: string;
  /** Day that relative times refer to. Default: today. */
  readonly reference?: string;
}

const wednesday = '2025-03-19';

/** Written before the rules were changed for them. */
export const timeQuestions: readonly TimeQuestion[] = [
  { query: 'Which train leaves at a quarter to nine?', first: '8:45' },
  { query: 'Which train leaves at quarter past nine?', first: '9:15' },
  { query: 'What leaves at half past seven?', first: '7.30' },
  { query: 'What begins at half past seven in the evening?', first: '19:30' },
  { query: 'What do I have at noon?', first: '12:00' },
  { query: 'What leaves at midnight?', first: '00:00' },
  { query: "What opens at six o'clock?", first: '06:00' },
  { query: 'What rings at 10:15 pm?', first: '22:15' },
  { query: 'Which class is at a quarter to eleven?', first: '10:45' },
  { query: 'How far did I run two Sundays ago?', first: '6 km', reference: wednesday },
  { query: 'How far did I run three Sundays ago?', first: '15 km', reference: wednesday },
  { query: 'What did I have for dinner a fortnight ago?', first: 'tacos', reference: wednesday },
  { query: 'How far did I run last weekend?', first: '21 km', reference: wednesday },
  { query: 'What did I eat for dinner at the weekend?', first: 'dumplings', reference: wednesday },
  { query: 'Which film did I see at the end of last month?', first: 'Mickey 17', reference: wednesday },
  { query: 'Which film did I see at the beginning of this month?', first: 'Flow', reference: wednesday },
  { query: 'What did I have for dinner at the beginning of February?', first: 'ramen', reference: wednesday },
  { query: 'What did I have for dinner in the middle of February?', first: 'oysters', reference: wednesday },
  { query: 'What did I have for dinner at the end of February?', first: 'lasagne', reference: wednesday },
  { query: 'What did I have for dinner yesterday?', first: 'pea soup', reference: wednesday },
  { query: 'How far did I run at the end of last year?', first: '5 km in the snow', reference: wednesday },
  { query: 'When did I most recently go to the dentist?', first: 'crown' },
  { query: 'What was the most recent film I saw?', first: 'Flow' },
  { query: 'How far was my last run?', first: '21 km' },
  { query: 'What was the first film I saw after May 2024?', first: 'Speak No Evil' },
  { query: 'What was the first film that I saw at the cinema?', first: 'Dune' },
  { query: 'When did I first go to the dentist?', first: 'filling' },
  { query: 'How far was my first run after 1 March 2025?', first: '15 km' },
  { query: 'What was the last film I saw before 2025?', first: 'Speak No Evil' },
  { query: 'Which film did I see in early May 2024?', first: 'Dune' },
];

/** Not used while the rules were changed. */
export const heldOutTimeQuestions: readonly TimeQuestion[] = [
  { query: 'What did I have for dinner last Saturday?', first: 'dumplings', reference: wednesday },
  { query: 'Which train leaves at 08:45?', first: '8:45' },
  { query: 'What was the earliest film I saw in 2025?', first: 'Nosferatu' },
  { query: 'What was my latest dinner at home?', first: 'pea soup' },
  { query: 'What happens at 7:30 pm?', first: '19:30' },
  { query: 'Which class is at midday?', first: '12:00' },
  { query: 'How far did I run the Sunday before last?', first: '6 km', reference: wednesday },
  { query: 'What did the dentist do the last time?', first: 'crown' },
  { query: 'How far did I run in the first week of March?', first: '15 km', reference: wednesday },
  { query: 'Which film did I see in the middle of January?', first: 'Nosferatu', reference: wednesday },
  { query: 'What did I have for dinner two weeks ago?', first: 'tacos', reference: wednesday },
  { query: 'Which film did I see between September and December 2024?', first: 'Speak No Evil' },
];
