/** Returns a page without scripts, images and files. @param body HTML */
export const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem; color: #1c2024; background: #fbfcfd; }
h1 { font-size: 1.5rem; } code { background: #eceef0; padding: .1rem .3rem; border-radius: .25rem; } li { margin: .4rem 0; }
@media (prefers-color-scheme: dark) { body { color: #eceef0; background: #111315; } code { background: #26292b; } a { color: #70b8ff; } }
</style>
</head>
<body>
${body}
</body>
</html>
`;
