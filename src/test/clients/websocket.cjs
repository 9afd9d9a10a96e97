// A WebSocket echo server and a client that prints all that it sees, both by the npm package "ws".
//   node websocket.cjs serve          prints "port N"
//   node websocket.cjs talk URL       prints one line a case; the lines of a direct and a proxied run must be equal
'use strict';
const WebSocket = require('ws');
const { createHash } = require('crypto');

const BIG = 16 * 1024 * 1024;
const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

function serve() {
  const server = new WebSocket.Server({ port: 0, host: '127.0.0.1', perMessageDeflate: true, maxPayload: 2 * BIG });
  server.on('listening', () => console.log(`port ${server.address().port}`));
  server.on('connection', (socket) => {
    socket.on('ping', () => socket.send('pinged'));
    socket.on('message', (data, binary) => {
      const text = binary ? '' : data.toString();
      if (text.startsWith('close ')) {
        socket.close(Number(text.slice(6)), 'as asked');
      } else if (text === 'cut') {
        socket.terminate();
      } else {
        socket.send(data, { binary });
      }
    });
  });
}

function open(url, deflate) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      perMessageDeflate: deflate, rejectUnauthorized: false, maxPayload: 2 * BIG, handshakeTimeout: 5000,
    });
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

function next(socket, event) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} in 20 s`)), 20000);
    socket.once(event, (...values) => {
      clearTimeout(timer);
      resolve(values);
    });
  });
}

async function echo(socket, name, data, options) {
  const answer = next(socket, 'message');
  socket.send(data, options || {});
  const [got, binary] = await answer;
  const equal = Buffer.compare(Buffer.from(got), Buffer.from(data)) === 0;
  console.log(`${name}: ${got.length} bytes, ${binary ? 'binary' : 'text'}, ${digest(got)}, equal ${equal}`);
}

async function fragments(socket) {
  const answer = next(socket, 'message');
  socket.send('one ', { fin: false });
  socket.send('two ', { fin: false });
  socket.send('', { fin: false });
  socket.send('three', { fin: true });
  console.log(`fragments: ${(await answer)[0]}`);
}

// A control frame between two fragments: what comes back of it must come, and the message stay whole.
async function pingInside(socket) {
  const pong = next(socket, 'pong');
  const messages = [];
  const both = new Promise((resolve) => {
    const take = (data) => messages.push(data.toString()) === 2 && (socket.off('message', take), resolve());
    socket.on('message', take);
  });
  socket.send('half', { fin: false });
  socket.ping('in the middle');
  socket.send('done', { fin: true });
  console.log(`pong: ${(await pong)[0]}`);
  await both;
  console.log(`ping inside fragments: ${messages.join(', ')}`);
}

async function closes(url, deflate, code) {
  const socket = await open(url, deflate);
  const closed = next(socket, 'close');
  socket.send(`close ${code}`);
  const [got, reason] = await closed;
  console.log(`close ${code} by the server: ${got} ${reason}`);
}

async function closesItself(url, deflate, code) {
  const socket = await open(url, deflate);
  const closed = next(socket, 'close');
  socket.close(code, 'by the client');
  const [got, reason] = await closed;
  console.log(`close ${code} by the client: ${got} ${reason}`);
}

async function cut(url, deflate) {
  const socket = await open(url, deflate);
  const closed = next(socket, 'close');
  socket.on('error', () => {});
  socket.send('cut');
  console.log(`connection cut by the server: ${(await closed)[0]}`);
}

async function talk(url) {
  for (const deflate of [false, true]) {
    const socket = await open(url, deflate);
    console.log(`-- extensions: ${socket.extensions || 'none'}`);
    await echo(socket, 'text', 'hello');
    await echo(socket, 'empty', '');
    for (const size of [1, 125, 126, 127, 65535, 65536, 1048576]) {
      await echo(socket, `binary ${size}`, Buffer.alloc(size, 'abcdefg'), { binary: true });
    }
    await echo(socket, 'unicode', '\u00e4\u20ac\u{1f600}');
    await fragments(socket);
    await pingInside(socket);
    const big = randomlyFilled(BIG);
    await echo(socket, '16 MiB', big, { binary: true });
    socket.terminate();
    for (const code of [1000, 1001, 1011, 3000, 4001, 4999]) {
      await closes(url, deflate, code);
      await closesItself(url, deflate, code === 1001 || code === 1011 ? 1000 : code);
    }
    await cut(url, deflate);
  }
}

// The same bytes in each run, and not to be compressed away.
function randomlyFilled(size) {
  const data = Buffer.alloc(size);
  let state = 12345;
  for (let i = 0; i < size; i += 4) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    data.writeInt32LE(state, i);
  }
  return data;
}

if (process.argv[2] === 'serve') {
  serve();
} else {
  talk(process.argv[3]).then(() => process.exit(0), (error) => {
    console.log(`failed: ${error.message}`);
    process.exit(1);
  });
}
