// Told by scripts/test.mjs to vitest: writes what failed, and what passed only when it was tried again, as JSON to the file named in
// TEST_TROUBLE_FILE, so that both can stand where a long log is read first: at its end.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How one test or file is named in the list. */
const nameOf = (file, title) => `${relative(process.cwd(), file)}${title ? ` > ${title}` : ''}`;
const firstLine = (errors) => String(errors?.[0]?.message ?? '').split('\n')[0].slice(0, 300);

/** A vitest reporter. */
export default class TroubleReporter {
  onTestRunEnd(modules) {
    const failed = [];
    const retried = [];
    for (const module of modules) {
      const broken = module.errors();
      if (broken.length > 0) failed.push(`${nameOf(module.moduleId)}: ${firstLine(broken)}`);
      for (const suite of module.children.allSuites()) {
        const errors = suite.errors();
        if (errors.length > 0) failed.push(`${nameOf(module.moduleId, suite.fullName)}: ${firstLine(errors)}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const line = `${nameOf(module.moduleId, test.fullName)}: ${firstLine(errors)}`;
        if (state === 'failed') failed.push(line);
        else if (test.diagnostic()?.flaky) retried.push(line);
      }
    }
    writeFileSync(process.env.TEST_TROUBLE_FILE, JSON.stringify({ failed, retried }));
  }
}
