import { labels } from './labels.js';

export const setupTexts = {
  ...labels,
  modelsHint:
    'A language model writes the memories, an embedding model makes them searchable by meaning. You can change both at any time on the Models page.',
  noKeyTitle: 'Everything works without a key',
  noKeyHint:
    'The built-in models need neither a key nor a network. A language model of a provider writes better memories.',
  saveAndContinue: 'Save and continue',
  stepOf: (step: number, last: number) => `Step ${step} of ${last}`,
  goToDashboard: 'Go to dashboard',
  setupProgress: 'Setup progress',
  back: 'Back',
  skip: 'Skip',
  adminHint: 'The admin manages this installation and can invite users. Registration closes after this step.',
  emailHint: "Used to sign in. We don't send email.",
  confirmPassword: 'Confirm password',
  toTheSignIn: 'Go to sign-in',
  createAdmin: 'Create admin',
  useCaseHint: 'Describe it in a few words to generate extraction instructions. You can edit them.',
  skipHint: 'You can write the instructions yourself, or skip this step.',
  examples: 'Examples',
  writeInstructions: 'Write instructions',
  writeThemMyself: 'Write them myself',
  instructionsActive: 'These instructions are active. Edit them, or generate new ones.',
  stepTitles: ['Create admin account', 'Store a memory, then find it', 'Choose models', 'Your use case'],
  presets: {
    'Personal assistant': 'A personal assistant that remembers what its user likes, plans and has to do.',
    'Coding agent': 'A coding agent that remembers conventions, decisions and the tools of a code base.',
    'Customer support': 'Customer support that remembers products, problems and solutions of each customer.',
    Research: 'A research assistant that remembers topics, sources, findings and open questions.',
    Journaling: 'A journal that remembers moods, goals, people and events that matter to its writer.',
  },
} as const;
