/** Parses CSV (RFC 4180) independently of the code that writes it. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (text[at] === '"' && text[at + 1] === '"') at += 1;
        else if (text[at] === '"') break;
        cell += text[at];
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) cell += text[at++];
    }
    record.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`A record does not end at ${at}.`);
    at += 2;
    records.push(record);
    record = [];
  }
  return records;
}
