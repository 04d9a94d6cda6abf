import {readFileSync,writeFileSync} from 'node:fs';
const p='dashboard/src/shell/navigation.ts'; let s=readFileSync(p,'utf8');
s=s.replace(/\/\*\* Loads the component of a page[\s\S]*?;\n\n/,'');
s=s.replace("  readonly page: ComponentType;\n","  /** Loads the module of the page, which exports the page alone. */\n  load(): Promise<Record<string, ComponentType>>;\n  /** Home, the first page, is small without Mantine. */\n  readonly isPlain?: boolean;\n");
s=s.replace(/page: page\(\(\) => import\(('[^']+')\)\)/g,'load: () => import($1)');
s=s.replace(/page: loadLater\(async \(\) => \(await import\('..\/pages\/home\/home-page'\)\).HomePage\)/,"load: () => import('../pages/home/home-page'),\n      isPlain: true");
s=s.replace(/export const allPages[\s\S]*$/,`export const allPages = areas.flatMap(({ items }) =>
  items.map(({ load, isPlain = false, path, hasParts = false }) => ({
    path,
    hasParts,
    page: (isPlain ? loadLater : loadWithMantine)(async () => Object.values(await load())[0] as ComponentType),
  })),
);
`);
s=s.replace(/    \{\n((?:      .*\n)+?)    \},\n/g,(m,b)=>{ const one='    { '+b.trim().split('\n').map(x=>x.trim()).join(' ').replace(/,$/,'')+' },\n'; return one.length<=121?one:m;});
writeFileSync(p,s);
