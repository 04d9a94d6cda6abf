import type { EntityType } from '../../api/graphql';

interface SampleMemory {
  readonly userId: string;
  readonly agentId?: string;
  readonly text: string;
  readonly daysAgo: number;
}

/** App id of all sample memories. */
export const sampleApp = 'sample-data';

const maya = 'maya-sample';
const jonas = 'jonas-sample';
const agentId = 'support-agent-sample';

/** Entities of the sample memories. Deleting the first one deletes the memories. */
export const sampleEntities: readonly { readonly type: EntityType; readonly name: string }[] = [
  { type: 'APP', name: sampleApp },
  { type: 'USER', name: maya },
  { type: 'USER', name: jonas },
  { type: 'AGENT', name: agentId },
];

/** Memories of a few weeks about two users and a support agent. */
export const sampleMemories: readonly SampleMemory[] = [
  { userId: maya, daysAgo: 41, text: 'Maya lives in Lisbon.' },
  { userId: maya, daysAgo: 40, text: 'Maya eats vegetarian food and avoids peanuts.' },
  { userId: maya, agentId, daysAgo: 33, text: 'Maya prefers email to phone calls.' },
  { userId: maya, agentId, daysAgo: 33, text: 'Maya ordered a standing desk in oak.' },
  { userId: maya, daysAgo: 26, text: 'Maya plays the cello in an orchestra every Tuesday.' },
  { userId: maya, agentId, daysAgo: 20, text: 'The standing desk of Maya arrived with a scratch on the left leg.' },
  { userId: maya, agentId, daysAgo: 19, text: 'Maya accepted a refund of 40 euros for the scratch.' },
  { userId: jonas, daysAgo: 38, text: 'Jonas works as a nurse on night shifts.' },
  { userId: jonas, daysAgo: 31, text: 'Jonas is learning Portuguese with his daughter.' },
  { userId: jonas, agentId, daysAgo: 17, text: 'Jonas wants deliveries after 18:00 on weekdays.' },
  { userId: jonas, agentId, daysAgo: 9, text: 'Jonas cancelled his newsletter.' },
  { userId: jonas, daysAgo: 5, text: 'Jonas runs ten kilometers on Sundays.' },
  { userId: maya, daysAgo: 3, text: 'Maya moved from Lisbon to Porto.' },
];
