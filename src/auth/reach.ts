/** What a credential can see, for lists: its user, and the one project that its key is restricted to, if any. */
export interface Reach {
  readonly userId: string | null;
  readonly keyProjectId: string | null;
  /** True for admins: everything, inside the project of the key if there is one. */
  readonly everything: boolean;
}
