/** What a credential can see in lists: its user, and the project that its key is restricted to, if any. */
export interface Reach {
  readonly userId: string | null;
  readonly keyProjectId: string | null;
  /** True for admins, who see every project, or every part of the key's project if the key has one. */
  readonly everything: boolean;
}
