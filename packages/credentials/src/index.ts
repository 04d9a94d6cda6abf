export { importedBcryptHash, importedPasswordHash, isImportedHash } from './imported-hash.js';
export { createRandomPassword, hashPassword, normalizePassword, verifyPassword } from './passwords.js';
export {
  getDigest,
  getDisplayPrefix,
  hashApiKey,
  isApiKeyShaped,
  isSameSecret,
  mintApiKey,
  type MintedKey,
  verifyApiKey,
} from './secrets.js';
export {
  accessTokenSeconds,
  type RefreshToken,
  refreshTokenSeconds,
  signAccessToken,
  signRefreshToken,
  verifyAccessToken,
  verifyRefreshToken,
} from './tokens.js';
