/** The editor has no layout for phones: its two halves stay side by side, each too narrow for a line. */
const rules = `@media (max-width: 640px) {
  .graphiql-sidebar, .graphiql-logo, .graphiql-horizontal-drag-bar { display: none !important; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
  #graphiql-session { flex-direction: column; }
  #graphiql-session > * { flex: 1 1 50% !important; width: 100%; min-height: 0; }
  .graphiql-container .graphiql-query-editor { padding: 8px; }
}`;

/** Stacks the query and the response of the editor on phones, without its sidebar. */
export function stackOnPhones({ document }: Window): void {
  const style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
}
