/** The optional project of a field or an input, which `chosenProject` resolves. */
export const projectOption = {
  description: "Id of the project. Default: the API key's project, or your default project.",
} as const;
