interface Section {
  readonly title: string;
  /** With its heading. */
  readonly text: string;
}

/** Returns the sections of a page, each with its heading, and what is before the first one. */
export function readSections(text: string): { readonly head: string; readonly sections: Section[] };
/** Replaces the section of the same title, or appends it. All others stay as they are. */
export function putSection(page: string, section: Section): string;
