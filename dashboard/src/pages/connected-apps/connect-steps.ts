import { connectedAppsTexts as words } from '../../texts/connected-apps.js';

type Name = keyof typeof words.steps;

/** Instructions for one app or framework. */
export interface ConnectSteps {
  readonly value: Name;
  readonly label: string;
  readonly step: string;
  /** Returns the text to paste. */
  toText(address: string): string;
}

/** Returns the instructions for apps or frameworks. @param texts the texts to paste, by the name in the catalogue */
export const toSteps = (texts: Readonly<Partial<Record<Name, ConnectSteps['toText']>>>): readonly ConnectSteps[] =>
  (Object.keys(texts) as Name[]).map((name) => ({
    value: name,
    label: words.names[name],
    step: words.steps[name],
    toText: (address) => texts[name]?.(address) ?? '',
  }));
