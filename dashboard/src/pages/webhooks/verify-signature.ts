/** Result of a signature check. UNAVAILABLE: the page has no access to WebCrypto. */
export type SignatureResult = 'MATCH' | 'MISMATCH' | 'UNAVAILABLE';

/** Verifies the `webhook-signature` header per Standard Webhooks. One of several signatures must match. */
export async function verifySignature(
  secret: string,
  headers: readonly { readonly name: string; readonly value: string }[],
  body: string,
): Promise<SignatureResult> {
  if (!window.isSecureContext) return 'UNAVAILABLE';
  const get = (name: string) => headers.find((header) => header.name === name)?.value ?? '';
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null) return 'MISMATCH';
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new TextEncoder().encode(`${get('webhook-id')}.${get('webhook-timestamp')}.${body}`);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  const expected = `v1,${btoa(String.fromCharCode(...mac))}`;
  return get('webhook-signature').split(' ').includes(expected) ? 'MATCH' : 'MISMATCH';
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return bytes.length > 0 ? bytes : null;
  } catch {
    return null;
  }
}
