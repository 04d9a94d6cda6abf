/** The text of a field of a form; empty where there is none. */
export function getFormText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
