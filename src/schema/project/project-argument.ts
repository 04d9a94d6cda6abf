/** Optional project id of a field or input. `getChosenProject` resolves it. */
export const projectOption = {
  description: "ID of the project. Default: the API key's project, or your default project.",
} as const;
