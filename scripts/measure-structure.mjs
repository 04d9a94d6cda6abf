// Prints the size of files and functions and the share of comment lines, for each part of the product.
//
//   node scripts/measure-structure.mjs [--since <commit>]
//
// With --since, also how many lines are older than the commit, moved ones included, and how many were written or rewritten after it. Takes two minutes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const parts = ['src', 'rest-compat', 'packages', 'client', 'dashboard'];

function listFiles(part) {
  const output = execFileSync('git', ['ls-files', part], { encoding: 'utf8' });
  return output.split('\n').filter((file) => /\.tsx?$/.test(file) && !/generated|^packages\/[^/]+\/test\//.test(file));
}

function measureFunctions(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lengths = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { line: first } = source.getLineAndCharacterOfPosition(node.getStart());
      const { line: last } = source.getLineAndCharacterOfPosition(node.end);
      lengths.push(last - first + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lengths;
}

/** Counts lines that contain only a comment. */
function countCommentLines(lines) {
  let isInside = false;
  return lines.filter((line) => {
    const text = line.trim();
    const isComment = isInside || text.startsWith('//') || text.startsWith('/*') || text.startsWith('{/*');
    if (text.includes('/*')) isInside = true;
    if (text.includes('*/')) isInside = false;
    return isComment;
  }).length;
}

function percentile(values, share) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0;
}

function measure(folders) {
  const files = folders.flatMap(listFiles).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const lines = files.map(({ text }) => text.split('\n'));
  const total = lines.reduce((sum, each) => sum + each.length, 0);
  const comments = lines.reduce((sum, each) => sum + countCommentLines(each), 0);
  const fileSizes = lines.map((each) => each.length);
  const functions = files.flatMap(({ file, text }) => measureFunctions(file, text));
  return {
    files: files.length,
    lines: total,
    'file p50': percentile(fileSizes, 0.5),
    'file p90': percentile(fileSizes, 0.9),
    'file max': Math.max(...fileSizes),
    'function p50': percentile(functions, 0.5),
    'function p90': percentile(functions, 0.9),
    'comments %': Number(((100 * comments) / total).toFixed(1)),
  };
}

const rows = [...parts.map((part) => [part, [part]]), ['all', parts]];
console.table(Object.fromEntries(rows.map(([name, folders]) => [name, measure(folders)])));

/** Counts the lines of a file from before and from after a commit. */
function measureAge(file) {
  const output = execFileSync('git', ['blame', '-s', '-w', '-C', '-C', `${since}..HEAD`, '--', file], {
    encoding: 'utf8',
  });
  const lines = output.split('\n').filter(Boolean);
  const before = lines.filter((line) => line.startsWith('^')).length;
  return { before, after: lines.length - before };
}

function sumAges(folders) {
  const ages = folders.flatMap(listFiles).map(measureAge);
  const sum = (side) => ages.reduce((total, age) => total + age[side], 0);
  return { before: sum('before'), after: sum('after') };
}

if (since) console.table(Object.fromEntries(rows.map(([name, folders]) => [name, sumAges(folders)])));
