// As little HTTP as the load needs, so that the client is not what is measured.
import http from 'node:http';
import net from 'node:net';
import { WebSocket } from 'ws';

const HOST = '127.0.0.1';
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/** Asks for JSON outside of what is measured; any answer but 2xx is an error. */
export function ask(port, path, { body, token, method = body === undefined ? 'GET' : 'POST' } = {}) {
  const data = body === undefined ? '' : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) };
  if (token) headers.authorization = `Bearer ${token}`;
  return new Promise((done, fail) => {
    const request = http.request({ host: HOST, port, path, method, agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode >= 300) fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        else done(text && text[0] !== 'O' ? JSON.parse(text) : null);
      });
    });
    request.on('error', fail);
    request.end(data);
  });
}

/**
 * One kept connection that has one POST in flight. A server may close it while it rests, with a word
 * or without; what was on its way then is sent again, which a key of its own makes safe for a move.
 */
export class Posting {
  constructor(port, traffic, heard) {
    this.port = port;
    this.traffic = traffic;
    this.heard = heard;
    this.request = '';
    this.connect();
  }

  connect() {
    const socket = net.connect({ port: this.port, host: HOST, noDelay: true });
    this.socket = socket;
    this.text = '';
    this.opened = new Promise((done) => socket.once('connect', done));
    socket.on('data', (data) => this.take(data));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.request && socket === this.socket) this.send();
    });
  }

  take(data) {
    this.traffic.heard += data.length;
    this.text += data.toString('latin1');
    if (!this.request || this.text.startsWith('HTTP/1.1 408')) {
      this.socket.destroy(); // the last word to a connection that rested
      return;
    }
    const end = this.text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.text)[1]);
    if (this.text.length < end + 4 + length) return;
    const body = this.text.slice(end + 4);
    this.text = this.request = '';
    this.heard(body);
  }

  post(path, token, body) {
    this.request = `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    this.traffic.said += this.request.length;
    this.send();
  }

  send() {
    if (this.socket.destroyed || this.socket.readableEnded) this.connect();
    this.socket.write(this.request);
  }
}

/** A stream of server-sent events; `heard` gets each `data`. */
export class Events {
  constructor(port, path, token, traffic, heard) {
    let text = '';
    this.socket = net.connect({ port, host: HOST, noDelay: true });
    this.socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`);
    this.socket.on('data', (data) => {
      traffic.heard += data.length;
      text += data.toString('latin1');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const from = text.indexOf('data: ');
        if (from >= 0 && from < end) heard(text.substring(from + 6, end));
        text = text.slice(end + 2);
      }
    });
  }

  close() {
    this.socket.destroy();
  }
}

/** A WebSocket whose messages are handed on as text of one byte a character. */
export function socket(port, path, protocols, traffic, heard) {
  const opened = new WebSocket(`ws://${HOST}:${port}${path}`, protocols, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  opened.on('message', (data) => {
    traffic.heard += data.length;
    heard(data.toString('latin1'));
  });
  const send = opened.send.bind(opened);
  opened.send = (text) => {
    traffic.said += text.length;
    send(text);
  };
  return opened;
}
