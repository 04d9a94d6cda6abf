// Told by scripts/test.mjs to vitest: writes what failed, and what passed only when it was tried again, as JSON to the file named in
// TEST_TROUBLE_FILE, so that both can stand where a long log is read first: at its end.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How one test or file is named in the list. */
const nameOf = (file, title) => `${relative(process.cwd(), file)}${title ? ` > ${title}` : ''}`;
const lines = (error, most) =>
  String(error?.message ?? '')
    .split('\n')
    .slice(0, most)
    .join(' ')
    .slice(0, 600);
/** Of a property its seed, too, and what went wrong with its input. */
const firstLine = ([error] = []) =>
  error?.cause ? `${lines(error, 2)} because of ${lines(error.cause, 1)}` : lines(error, 1);

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
