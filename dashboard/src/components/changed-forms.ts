/** Whether the page has text that was typed into a guarded form, which is not saved. */
export const hasChangedForm = (): boolean => document.querySelector('form[data-dirty]') !== null;
