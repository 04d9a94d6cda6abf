import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Writes `repository`, `homepage` and `bugs` into the manifest of a package, and makes the relative links of its README
 * absolute. Without an URL, nothing changes: this repository names no host.
 * @param path folder of the package in the repository
 */
export function addRepository(folder, { url, path }) {
  if (!url) return;
  const base = url.replace(/\/+$/, '').replace(/\.git$/, '');
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const repository = { type: 'git', url: `git+${base}.git`, ...(path !== '' && { directory: path }) };
  const homepage = path === '' ? base : `${base}/tree/main/${path}`;
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository, homepage, bugs: `${base}/issues` }, null, 2)}\n`);
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) return;
  const toAbsolute = (link) => `${base}/blob/main/${posix.join(path, link)}`;
  const isRelative = '(?!https?:|mailto:|#|/)';
  const text = readFileSync(readme, 'utf8')
    .replace(new RegExp(`\\]\\(${isRelative}([^)\\s]+)\\)`, 'g'), (_match, link) => `](${toAbsolute(link)})`)
    .replace(
      new RegExp(`(src|srcset)="${isRelative}([^"]+)"`, 'g'),
      (_match, name, link) => `${name}="${toAbsolute(link)}"`,
    );
  writeFileSync(readme, text);
}
