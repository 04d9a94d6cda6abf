// Installs the frameworks that are too large for the dependencies of the repository, for their adapters, examples and tests.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const install = ['ci', '--prefix', 'adapters', '--ignore-scripts', '--no-audit', '--no-fund'];
execFileSync('npm', install, { cwd: root, stdio: 'inherit' });
// Examples and tests import frameworks, too. Node.js looks for packages in the folders above a file only.
for (const [folder, target] of [
  ['examples', '../adapters/node_modules'],
  ['test/adapters', '../../adapters/node_modules'],
  ['test/mcp/clients', '../../../adapters/node_modules'],
]) {
  rmSync(`${root}${folder}/node_modules`, { force: true });
  symlinkSync(target, `${root}${folder}/node_modules`, 'dir');
}
