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

/** Labels of the model providers that are called over the network. */
export const remoteProviderLabels = {
  "openai": "OpenAI or compatible",
  "anthropic": "Anthropic",
  "gemini": "Google Gemini"
} as const;
