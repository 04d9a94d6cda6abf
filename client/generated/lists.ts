/* eslint-disable */
/** Roles of members, the lowest first. */
export const roles = [
  {
    "name": "READER",
    "label": "Reader (view and search)"
  },
  {
    "name": "OWNER",
    "label": "Owner (full access)"
  }
] as const;

/** Settings of a project, with their labels and limits. */
export const projectSettings = [
  {
    "name": "name",
    "field": "name",
    "kind": "name",
    "label": "Name",
    "limit": 255
  },
  {
    "name": "description",
    "field": "description",
    "kind": "text",
    "label": "Description",
    "limit": 50000
  },
  {
    "name": "customCategories",
    "field": "customCategories",
    "kind": "categories",
    "label": "Categories",
    "limit": 200
  },
  {
    "name": "customInstructions",
    "field": "customInstructions",
    "kind": "instructions",
    "label": "Custom instructions",
    "limit": 50000
  },
  {
    "name": "agentCustomInstructions",
    "field": "agentCustomInstructions",
    "kind": "instructions",
    "label": "Agent instructions",
    "limit": 50000
  },
  {
    "name": "multilingual",
    "field": "isMultilingual",
    "kind": "switch",
    "label": "Multilingual",
    "limit": null
  },
  {
    "name": "decay",
    "field": "hasDecay",
    "kind": "switch",
    "label": "Decay",
    "limit": null
  },
  {
    "name": "feedbackRanking",
    "field": "hasFeedbackRanking",
    "kind": "switch",
    "label": "Feedback ranking",
    "limit": null
  },
  {
    "name": "keepDeletedText",
    "field": "keepsDeletedText",
    "kind": "switch",
    "label": "Keep deleted text",
    "limit": null
  },
  {
    "name": "recordSearchQueries",
    "field": "recordsSearchQueries",
    "kind": "switch",
    "label": "Record search queries",
    "limit": null
  },
  {
    "name": "storeRequestBodies",
    "field": "storesRequestBodies",
    "kind": "switch",
    "label": "Store request bodies",
    "limit": null
  },
  {
    "name": "requestLogRetentionDays",
    "field": "requestLogRetentionDays",
    "kind": "days",
    "label": "Request log retention",
    "limit": 36500
  }
] as const;

/** Default categories of projects. */
export const defaultCategories: readonly { readonly name: string; readonly description: string }[] = [
  {
    "name": "personal_details",
    "description": "Who someone is: name, age, birthday, origin, address, language."
  },
  {
    "name": "family",
    "description": "Partners, children, parents, relatives and pets."
  },
  {
    "name": "professional_details",
    "description": "Work, career, education and skills."
  },
  {
    "name": "sports",
    "description": "Sports, training and competitions."
  },
  {
    "name": "travel",
    "description": "Trips, destinations and means of travel."
  },
  {
    "name": "food",
    "description": "Food, drink, cooking and diets."
  },
  {
    "name": "music",
    "description": "Music, instruments, artists and concerts."
  },
  {
    "name": "health",
    "description": "Physical and mental health, medicine and allergies."
  },
  {
    "name": "technology",
    "description": "Software, devices and tools."
  },
  {
    "name": "hobbies",
    "description": "Pastimes and creative interests."
  },
  {
    "name": "fashion",
    "description": "Clothes, style and beauty."
  },
  {
    "name": "entertainment",
    "description": "Films, series, books, games and shows."
  },
  {
    "name": "milestones",
    "description": "Events that mark a life: birth, marriage, graduation, promotion, moving house."
  },
  {
    "name": "user_preferences",
    "description": "Likes, dislikes and standing wishes."
  },
  {
    "name": "misc",
    "description": "What fits nowhere else."
  }
];

/** Labels of the model providers that are called over the network. */
export const remoteProviderLabels = {
  "openai": "OpenAI or compatible",
  "anthropic": "Anthropic",
  "gemini": "Google Gemini"
} as const;
