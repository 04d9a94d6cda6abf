// Jobs enter a project without a caller to authorize, and so have to do themselves what comes with that.
export { markDeletions } from '../../auth/mark-deletions.js';
