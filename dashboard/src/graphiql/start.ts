import { clientName } from '../api/client-name';
import { modifier } from '../components/modifier';
import { explorerTexts } from '../texts/explorer';
import { editorThemes } from './editor-themes';
import { correctStructure } from './structure';

/** The part of Monaco that defines how texts look. */
interface Monaco {
  readonly editor: {
    defineTheme(name: string, theme: object): void;
    onDidCreateEditor(listener: (editor: CodeEditor) => void): void;
  };
}

interface CodeEditor {
  updateOptions(options: object): void;
  getModel(): { readonly uri: { readonly path: string } } | null;
  onDidChangeModel(listener: () => void): void;
}

/** Addresses of the editor's workers by their label, from the page. */
interface Page {
  readonly workers: Readonly<Record<string, string>>;
  readonly options: object;
}

declare global {
  var MonacoEnvironment: { readonly globalAPI: boolean; getWorkerUrl(moduleId: string, label: string): string };
  /** GraphiQL sets it before it defines its own themes. */
  var __MONACO: Monaco;
  var YogaGraphiQL: { renderYogaGraphiQL(root: Element | null, options: object): void };
}

const { workers, options } = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as Page;

globalThis.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => workers[label] ?? '',
};

/** Says in an empty response what to press. */
function showRunHint(editor: CodeEditor): void {
  if (!editor.getModel()?.uri.path.endsWith('response.json')) return;
  editor.updateOptions({ placeholder: explorerTexts.runHint(modifier) });
}

Object.defineProperty(globalThis, '__MONACO', {
  configurable: true,
  set(monaco: Monaco) {
    Object.defineProperty(globalThis, '__MONACO', { value: monaco });
    queueMicrotask(() => {
      for (const [name, theme] of Object.entries(editorThemes)) monaco.editor.defineTheme(name, theme);
      // The size of code in the dashboard.
      monaco.editor.onDidCreateEditor((editor) => {
        editor.updateOptions({ fontSize: 12, lineHeight: 20 });
        editor.onDidChangeModel(() => showRunHint(editor));
      });
    });
  },
});

// In the dashboard, the editor asks for the schema before the page around it takes over its requests. They are its own as well.
if (window.parent !== window) {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('graphql-client-name')) headers.set('graphql-client-name', clientName);
    return send(input, { ...init, headers });
  };
}

// Texts belong to one browser tab: two tabs do not overwrite each other, and signing out removes those of the dashboard.
globalThis.YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...options,
  storage: window.sessionStorage,
});
correctStructure(document);
