import { useSyncExternalStore } from 'react';

export type ColorSchemeChoice = 'light' | 'dark' | 'auto';

const storageKey = 'memory-gateway-theme';
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let choice = readChoice();

function readChoice(): ColorSchemeChoice {
  const stored = window.localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

const resolve = (): 'light' | 'dark' => (choice === 'auto' ? (darkQuery.matches ? 'dark' : 'light') : choice);

function apply(): void {
  const { dataset } = document.documentElement;
  dataset.theme = resolve();
  // Mantine's style sheet reads this attribute.
  dataset.mantineColorScheme = resolve();
  for (const listener of listeners) listener();
}

darkQuery.addEventListener('change', apply);
// Another tab has changed the theme.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return;
  choice = readChoice();
  apply();
});
apply();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Changes the theme and stores the choice in this browser. */
export function setColorScheme(next: ColorSchemeChoice): void {
  choice = next;
  window.localStorage.setItem(storageKey, next);
  apply();
}

export const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, resolve);

/** Returns the stored choice. `auto` follows the system. */
export const useColorSchemeChoice = (): ColorSchemeChoice => useSyncExternalStore(subscribe, () => choice);
