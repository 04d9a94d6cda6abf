/** The optional project of a field or an input, which `getChosenProject` resolves. */
export const projectOption = {
  description: "Id of the project. Default: the API key's project, or your default project.",
} as const;
