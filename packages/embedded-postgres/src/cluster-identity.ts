import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Places in Postgres' files. See ControlFileData in catalog/pg_control.h, and XLogLongPageHeaderData in access/xlog_internal.h.
const identifierBytes = 8;
const nonceBytes = 32;
const logIdentifier = 24;

/**
 * Gives a stopped database that was copied the two values that Postgres draws when it creates one: the identifier of the database, which is
 * in the log as well, and the nonce of authentication.
 */
export function renewIdentity(directory: string): void {
  const file = path.join(directory, 'global', 'pg_control');
  const control = readFileSync(file);
  const checksum = findChecksum(control);
  const former = Buffer.from(control.subarray(0, identifierBytes));
  const identifier = randomBytes(identifierBytes);
  // Postgres shows the identifier as a number with a sign.
  identifier.writeUInt8(identifier.readUInt8(identifierBytes - 1) & 0x7f, identifierBytes - 1);
  identifier.copy(control);
  randomBytes(nonceBytes).copy(control, checksum - nonceBytes);
  control.writeUInt32LE(crc32c(control.subarray(0, checksum)), checksum);
  writeFileSync(file, control);
  const log = path.join(directory, 'pg_wal');
  for (const entry of readdirSync(log, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const segment = readFileSync(path.join(log, entry.name));
    // Segments for later are empty.
    if (!segment.subarray(logIdentifier, logIdentifier + identifierBytes).equals(former)) continue;
    identifier.copy(segment, logIdentifier);
    writeFileSync(path.join(log, entry.name), segment);
  }
}

/** The checksum is the last value, at a place that depends on the version of Postgres. */
function findChecksum(control: Buffer): number {
  for (let at = identifierBytes + nonceBytes; at + 4 <= 1024; at += 4)
    if (control.readUInt32LE(at) === crc32c(control.subarray(0, at))) return at;
  throw new Error('global/pg_control has no checksum where one is expected.');
}

const reversedCastagnoli = 0x82f63b78;

function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? reversedCastagnoli : 0);
  }
  return ~crc >>> 0;
}
