import ts from 'typescript'; import {readdirSync,readFileSync,writeFileSync} from 'node:fs';
const root='dashboard/src/';
for(const f of readdirSync(root,{recursive:true,encoding:'utf8'}).filter(f=>/\.tsx?$/.test(f)&&f!=='api/run-mutation.ts')){
  let s=readFileSync(root+f,'utf8'); if(!/runMutation\(client/.test(s)||!/const client = useClient\(\);/.test(s)) continue;
  const sf=ts.createSourceFile(f,s,ts.ScriptTarget.Latest,true,ts.ScriptKind.TSX); const edits=[]; let other=false;
  const visit=n=>{
    if(ts.isCallExpression(n)&&n.expression.getText(sf)==='runMutation'&&n.arguments[0].getText(sf)==='client'){ const a=n.arguments[2]; let inp;
       if(ts.isObjectLiteralExpression(a)&&a.properties.length===1){const p=a.properties[0]; inp=ts.isShorthandPropertyAssignment(p)?'input':p.initializer.getText(sf);} else {other=true;}
       edits.push([n.getStart(sf),n.end,`mutate(${n.arguments[1].getText(sf)}, ${inp})`]); return; }
    if(ts.isIdentifier(n)&&n.text==='client'&&!(ts.isVariableDeclaration(n.parent)&&n.parent.name===n)) other=true;
    ts.forEachChild(n,visit);}; visit(sf);
  if(other){console.log('skip',f);continue;}
  for(const [st,en,t] of edits.reverse()) s=s.slice(0,st)+t+s.slice(en);
  s=s.replaceAll('const client = useClient();','const mutate = useMutate();').replace(/import \{ useClient \} from 'urql';\n/,'').replace(/\buseClient, /,'').replace(/, useClient\b/,'').replace(/import \{ runMutation/,'import { useMutate').replace(/runMutation(, runQuery)/,'useMutate$1');
  writeFileSync(root+f,s); console.log('ok',f);
}
