// A page that says by which protocol it and its parts came: node page.cjs serve prints "port N".
'use strict';
const http = require('http');

const page = `<!doctype html><title>page</title><p id="said">nothing</p><script>
Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((part) => fetch('/part/' + part).then((answer) => answer.text()))).then((parts) => {
  const by = performance.getEntriesByType('navigation')[0].nextHopProtocol;
  const others = new Set(performance.getEntriesByType('resource').map((entry) => entry.nextHopProtocol));
  document.getElementById('said').textContent = 'page by ' + by + ', parts ' + parts.join('') + ' by ' + [...others].join();
});
</script>`;

const server = http.createServer((request, answer) => {
  const part = request.url.startsWith('/part/');
  answer.setHeader('content-type', part ? 'text/plain' : 'text/html; charset=utf-8');
  answer.end(part ? request.url.slice(6) : page);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
