import ts from 'typescript'; import {readdirSync,readFileSync,writeFileSync} from 'node:fs'; import {relative,dirname} from 'node:path';
const root='dashboard/src/'; const skipped=[];
for(const f of readdirSync(root,{recursive:true,encoding:'utf8'}).filter(f=>f.endsWith('.tsx')&&!f.endsWith('plain-button.tsx'))){
  let s=readFileSync(root+f,'utf8'); const sf=ts.createSourceFile(f,s,ts.ScriptTarget.Latest,true,ts.ScriptKind.TSX); const edits=[]; const used=new Set();
  const visit=n=>{ if(ts.isJsxElement(n)&&n.openingElement.tagName.getText(sf)==='button'){
     const attrs=n.openingElement.attributes.properties; const get=k=>attrs.find(a=>ts.isJsxAttribute(a)&&a.name.getText(sf)===k);
     const cls=get('className'), type=get('type');
     if(cls&&ts.isStringLiteral(cls.initializer)&&/^btn\b/.test(cls.initializer.text)){
       const words=cls.initializer.text.split(' ').slice(1);
       const kids=n.children.filter(c=>!(ts.isJsxText(c)&&c.text.trim()===''&&c.text.includes('\n')));
       const isIcon=c=>ts.isJsxSelfClosingElement(c)&&/^([A-Z]\w*Icon|Sign)$/.test(c.tagName.getText(sf));
       const rest=attrs.filter(a=>a!==cls&&a!==type).map(a=>a.getText(sf));
       if(type&&type.initializer.text==='submit') rest.unshift('type="submit"');
       let i=0,icon=null; if(kids[0]&&isIcon(kids[0])){icon=kids[0].tagName.getText(sf);i=1; if(kids[1]&&ts.isJsxExpression(kids[1])&&kids[1].getText(sf)==="{' '}") i=2;}
       const label=kids[i];
       if(icon&&kids.length===1&&get('aria-label')){ const al=get('aria-label').initializer.getText(sf); const w=words.filter(x=>x!=='icon'); if(!words.includes('icon')){skipped.push(f+': '+cls.getText(sf));} else {
           used.add('IconButton'); const r=rest.filter(x=>!x.startsWith('aria-label')); edits.push([n.getStart(sf),n.end,`<IconButton ${w.length?`look="${w.join(' ')}" `:''}icon={${icon}} label=${al} ${r.join(' ')} />`]); return; } }
       else if(label&&ts.isJsxExpression(label)&&label.expression&&!words.includes('icon')){ const more=kids.slice(i+1); used.add('PlainButton');
           const head=`<PlainButton ${words.length?`look="${words.join(' ')}" `:''}${icon?`icon={${icon}} `:''}label={${label.expression.getText(sf)}} ${rest.join(' ')}`;
           const tail=s.slice(label.end,n.closingElement.getStart(sf)).trim();
           edits.push([n.getStart(sf),n.end,tail?`${head}>${tail}</PlainButton>`:`${head} />`]); return; }
       else skipped.push(f+': '+n.getText(sf).slice(0,120).replace(/\s+/g,' '));
     } else if(cls) skipped.push(f+': '+cls.getText(sf)); }
   ts.forEachChild(n,visit);}; visit(sf);
  if(!edits.length) continue;
  for(const [st,en,t] of edits.reverse()) s=s.slice(0,st)+t+s.slice(en);
  let p=relative(dirname(f),'components/plain-button').replaceAll('\\','/'); if(!p.startsWith('.')) p='./'+p;
  const imp=`import { ${[...used].sort().join(', ')} } from '${p}';\n`;
  // after the first import
  const m=/^import [^;]*;\n/m.exec(s); s=s.slice(0,m.index+m[0].length)+imp+s.slice(m.index+m[0].length);
  writeFileSync(root+f,s);
}
console.log(skipped.join('\n'));
