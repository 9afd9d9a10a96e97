// A gRPC server and a client that prints all that it sees, both by the npm package "@grpc/grpc-js"; messages are bytes.
//   node grpc.cjs serve               prints "port N"
//   node grpc.cjs talk HOST:PORT [CA] prints one line a case; the lines of a direct and a proxied run must be equal
'use strict';
const grpc = require('@grpc/grpc-js');
const fs = require('fs');

const bytes = (value) => value;
const method = (name, requestStream, responseStream) => ({
  path: `/clockwise.test.Echo/${name}`, requestStream, responseStream,
  requestSerialize: bytes, requestDeserialize: bytes, responseSerialize: bytes, responseDeserialize: bytes,
});
const service = {
  unary: method('Unary', false, false),
  fail: method('Fail', false, false),
  late: method('Late', false, false),
  list: method('List', false, true),
  breaks: method('Breaks', false, true),
  sum: method('Sum', true, false),
  chat: method('Chat', true, true),
};

function serve() {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  let cancelled = 0;
  server.addService(service, {
    unary(call, answer) {
      const leading = new grpc.Metadata();
      leading.set('leading', String(call.metadata.get('asked')));
      leading.set('seen-bin', call.metadata.get('data-bin')[0] || Buffer.alloc(0));
      call.sendMetadata(leading);
      const trailing = new grpc.Metadata();
      trailing.set('trailing', `cancelled ${cancelled}`);
      answer(null, call.request, trailing);
    },
    fail(call, answer) {
      const trailing = new grpc.Metadata();
      trailing.set('why', 'as asked');
      answer({ code: grpc.status.FAILED_PRECONDITION, details: 'not now: 50 %\u00e4', metadata: trailing });
    },
    late(call, answer) {
      setTimeout(() => answer(null, call.request), 3000);
    },
    list(call) {
      for (let i = 0; i < 1000; i++) call.write(Buffer.from(`item ${i}`));
      call.end();
    },
    breaks(call) {
      call.write(Buffer.from('one'));
      call.write(Buffer.from('two'));
      setTimeout(() => call.emit('error', { code: grpc.status.ABORTED, details: 'in the middle' }), 50);
    },
    sum(call, answer) {
      let count = 0;
      let size = 0;
      call.on('data', (message) => { count++; size += message.length; });
      call.on('end', () => answer(null, Buffer.from(`${count} messages, ${size} bytes`)));
    },
    chat(call) {
      call.on('cancelled', () => { cancelled++; });
      call.on('data', (message) => call.write(Buffer.from(`re: ${message}`)));
      call.on('end', () => call.end());
    },
  });
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    console.log(`port ${port}`);
  });
}

async function talk(address, authority) {
  const Client = grpc.makeGenericClientConstructor(service, 'Echo');
  const credentials = authority
    ? grpc.credentials.createSsl(fs.readFileSync(authority)) : grpc.credentials.createInsecure();
  const client = new Client(address, credentials, {
    'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1,
  });
  const soon = () => ({ deadline: Date.now() + 20000 });

  const unary = (name, message, metadata) => new Promise((resolve) => {
    let leading = '';
    const call = client.unary(message, metadata, soon(), (error, answer) => {
      console.log(`${name}: ${error ? error.code : 'OK'}, ${answer ? answer.length : 0} bytes, ${leading}`);
      resolve();
    });
    call.on('metadata', (seen) => { leading = `leading ${seen.get('leading')}, bin ${seen.get('seen-bin')[0].toString('hex')}`; });
  });
  const metadata = new grpc.Metadata();
  metadata.set('asked', 'yes');
  metadata.set('data-bin', Buffer.from([0, 1, 254, 255]));
  await unary('unary', Buffer.from('hello'), metadata);
  await unary('unary empty', Buffer.alloc(0), metadata);
  await unary('unary 3 MB', Buffer.alloc(3000000, 7), metadata);

  await new Promise((resolve) => client.fail(Buffer.from('x'), new grpc.Metadata(), soon(), (error) => {
    console.log(`trailers only: ${error.code} ${error.details}, why ${error.metadata.get('why')}`);
    resolve();
  }));
  await new Promise((resolve) => {
    const begin = Date.now();
    client.late(Buffer.from('x'), new grpc.Metadata(), { deadline: begin + 500 }, (error) => {
      console.log(`deadline: ${error.code}, in time ${Date.now() - begin < 1500}`);
      resolve();
    });
  });
  await new Promise((resolve) => {
    const got = [];
    const call = client.list(Buffer.from('x'), new grpc.Metadata(), soon());
    call.on('data', (message) => got.push(message.toString()));
    call.on('error', () => {});
    call.on('status', (status) => {
      console.log(`server stream: ${got.length} messages, last ${got[got.length - 1]}, status ${status.code}`);
      resolve();
    });
  });
  await new Promise((resolve) => {
    const got = [];
    const call = client.breaks(Buffer.from('x'), new grpc.Metadata(), soon());
    call.on('data', (message) => got.push(message.toString()));
    call.on('error', () => {});
    call.on('status', (status) => {
      console.log(`error after messages: ${got}, status ${status.code} ${status.details}`);
      resolve();
    });
  });
  await new Promise((resolve) => {
    const call = client.sum(new grpc.Metadata(), soon(), (error, answer) => {
      console.log(`client stream: ${error ? error.code : answer}`);
      resolve();
    });
    for (let i = 0; i < 2000; i++) call.write(Buffer.alloc(1000, i));
    call.end();
  });
  // Each message waits for the answer to the one before: nothing may be held back on the way.
  await new Promise((resolve) => {
    const call = client.chat(new grpc.Metadata(), soon());
    let asked = 0;
    let last = '';
    call.on('data', (message) => {
      last = message.toString();
      if (asked < 50) call.write(Buffer.from(`turn ${asked++}`));
      else call.end();
    });
    call.on('error', () => {});
    call.on('status', (status) => {
      console.log(`both ways: ${asked} turns, ${last}, status ${status.code}`);
      resolve();
    });
    call.write(Buffer.from(`turn ${asked++}`));
  });
  await new Promise((resolve) => {
    const call = client.chat(new grpc.Metadata(), soon());
    call.on('data', () => call.cancel());
    call.on('error', () => {});
    call.on('status', (status) => { console.log(`cancelled: ${status.code}`); resolve(); });
    call.write(Buffer.from('hello'));
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await new Promise((resolve) => {
    const call = client.unary(Buffer.from('x'), metadata, soon(), () => {});
    call.on('status', (status) => {
      console.log(`the server knows of the cancel: ${Number(String(status.metadata.get('trailing')).slice(10)) > 0}`);
      resolve();
    });
  });
  client.close();
}

if (process.argv[2] === 'serve') {
  serve();
} else {
  talk(process.argv[3], process.argv[4]).then(() => process.exit(0), (error) => {
    console.log(`failed: ${error.message}`);
    process.exit(1);
  });
}
