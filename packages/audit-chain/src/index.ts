/** Hash chains, signed heads, and the verification of an exported log. */
export {
  type AuditRecord,
  type SealedRecord,
  type SignedHead,
  chooseEnd,
  createAuditKeys,
  genesisHash,
  hashRecord,
  isHead,
  isSignedBy,
  sealRecords,
  signHead,
} from './audit-chain.js';
export { type ChainProblem, createVerifier } from './verify-chain.js';
export {
  type AuditExportLine,
  parseAuditLine,
  PublicKeyError,
  type VerifiedChain,
  verifyAuditLines,
  type VerifyOptions,
} from './verify-export.js';
