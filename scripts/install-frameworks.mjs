// Installs the frameworks that are too large for the dependencies of the repository, for their adapters and examples.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const install = ['ci', '--prefix', 'adapters', '--ignore-scripts', '--no-audit', '--no-fund'];
execFileSync('npm', install, { cwd: root, stdio: 'inherit' });
// Examples import frameworks, too. Node.js looks for packages in the folders above a file only.
rmSync(`${root}examples/node_modules`, { force: true });
symlinkSync('../adapters/node_modules', `${root}examples/node_modules`, 'dir');
