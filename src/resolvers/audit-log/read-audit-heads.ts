import { readFile } from 'node:fs/promises';
import { isHead, type SignedHead } from '@memory-gateway/audit-chain';

/** Reads the heads in a file. A file that does not exist yet has none. @returns `unreadable`: number of lines that are no heads */
export async function readAuditHeads(path: string): Promise<{ heads: SignedHead[]; unreadable: number }> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const heads = lines.map(parseHead).filter((head) => head !== null);
  return { heads, unreadable: lines.length - heads.length };
}

function parseHead(line: string): SignedHead | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return isHead(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
