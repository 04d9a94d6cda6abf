// The order matters: Edge and Opera also name Chrome, Chrome also names Safari, and Android also names Linux.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Mac OS X|Macintosh)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns browser and operating system of a user agent, such as `Firefox on Linux`, or the name of a program without
 * its version. Null if it has neither. Versions and models would identify a person.
 */
export function toDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const head = userAgent.slice(0, 512);
  const browser = findName(browsers, head);
  const system = findName(systems, head);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[A-Za-z][\w.-]{0,39}/.exec(head)?.[0] ?? null;
}

function findName(names: typeof browsers, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
