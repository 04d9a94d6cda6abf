import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Input {
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly isOpenAtFirst: boolean;
  onChange(value: string): void;
}

/** State of a list of choices that opens below a button. */
export interface SelectState {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The first choices that contain the typed words. */
  readonly shown: readonly Choice[];
  /** Number of choices that contain the words beside those. */
  readonly hidden: number;
  /** Index in `shown` of the choice that Enter takes. Null: the list is closed. */
  readonly active: number | null;
  readonly search: string;
  /** Opens the list, or takes the active choice. @param isPressed whether a pointer did it, which closes an open list */
  toggle(isPressed: boolean): void;
  setActive(index: number): void;
  setSearch(text: string): void;
  choose(index: number): void;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(event: FocusEvent): void;
}

/** Keys that follow each other within this time are one word. */
const wordMs = 600;
const wordEnds = ['Enter', 'Escape', 'Tab'];
const pageSteps = 10;
/** More choices would be drawn again with each key. */
const shownMax = 100;

/** Creates the state of a list of choices: arrow keys, Home, End, Page keys and typed letters move; Escape closes. */
export function useSelect({ choices, value, isOpenAtFirst, onChange }: Input): SelectState {
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const findWord = useTypedWord();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const matching = choices.filter(({ label }) => label.toLowerCase().includes(words));
  const first = matching.slice(0, shownMax);
  const chosen = matching.find((choice) => choice.value === value);
  // The list opens at the choice that is taken.
  const shown = chosen === undefined || first.includes(chosen) ? first : [chosen, ...first.slice(1)];
  const selected = Math.max(
    0,
    shown.findIndex((choice) => choice.value === value),
  );
  const [active, setActive] = useState<number | null>(isOpenAtFirst ? selected : null);
  // Tab takes a choice that a key has moved to, not one below the pointer.
  const isMoved = useRef(false);
  const open = (index: number) => {
    isMoved.current = false;
    setSearch('');
    setActive(index);
    // Safari does not focus a button that is clicked.
    trigger.current?.focus();
  };
  const close = () => {
    setSearch('');
    setActive(null);
    trigger.current?.focus();
  };
  const choose = (index: number) => {
    close();
    const chosen = shown[index];
    if (chosen && chosen.value !== value) onChange(chosen.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the input of a Chinese or Japanese word.
    if (event.nativeEvent.isComposing) return;
    const isSearch = event.target instanceof HTMLInputElement;
    const at = active ?? selected;
    const next = findStep(event, at, shown.length) ?? (isSearch ? null : findWord(event, shown, at));
    if (next !== null) {
      event.preventDefault();
      if (active === null) open(next);
      else setActive(next);
      isMoved.current = true;
    }
    if (active === null) return;
    // A dialog around the list stays open.
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Escape') close();
    if (event.key === 'Tab' && isMoved.current) choose(active);
    if (event.key === 'Enter' && isSearch) {
      event.preventDefault();
      choose(active);
    }
  };
  return {
    root,
    trigger,
    shown,
    hidden: matching.length - shown.length,
    active,
    search,
    setActive(index) {
      isMoved.current = false;
      setActive(index);
    },
    choose,
    onKeyDown,
    toggle: (isPressed) => (active === null ? open(selected) : isPressed ? close() : choose(active)),
    setSearch(text) {
      setSearch(text);
      setActive(0);
    },
    onBlur({ relatedTarget }) {
      if (root.current?.contains(relatedTarget)) return;
      setSearch('');
      setActive(null);
    },
  };
}

function findStep({ key, ctrlKey, metaKey }: KeyboardEvent, at: number, count: number): number | null {
  if (count === 0 || ctrlKey || metaKey) return null;
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageSteps,
    PageUp: at - pageSteps,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

/** Finds the choice that begins with the letters typed so far. The same letter again moves to the next choice. */
function useTypedWord() {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, choices: readonly Choice[], at: number): number | null => {
    const now = performance.now();
    if (wordEnds.includes(key)) typed.current.text = '';
    const isContinued = now - typed.current.at < wordMs && typed.current.text !== '';
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey || (key === ' ' && !isContinued)) return null;
    const text = (isContinued ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const isRepeated = [...text].every((letter) => letter === text[0]);
    const start = isRepeated ? key.toLowerCase() : text;
    const from = isRepeated ? at + 1 : at;
    for (let step = 0; step < choices.length; step += 1) {
      const index = (from + step) % choices.length;
      if (choices[index]?.label.toLowerCase().startsWith(start)) return index;
    }
    return null;
  };
}
