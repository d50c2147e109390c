// A mail server of the tests' own (RFC 5321): it takes what it is sent, reads its head and text, and answers as a test says.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { once } from "node:events";
import { until } from "../launch.mjs";

/** `=?utf-8?B?…?=`, any number of them, in words. */
const decoded = (text) => [...text.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)].map(([, part]) => Buffer.from(part, "base64").toString()).join("");

function read(raw) {
  const [head, body] = raw.split("\r\n\r\n");
  assert.ok(head.split("\r\n").every((line) => line.length <= 998), "RFC 5322, 2.1.1");
  assert.ok(body.split("\r\n").every((line) => line.length <= 76), "RFC 2045, 6.8");
  const fields = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { ...fields, subject: decoded(fields.subject), text: Buffer.from(body, "base64").toString() };
}

export async function openMailServer() {
  const server = { received: [], answers: [], asked: 0 };
  const listener = createServer((socket) => {
    let [buffer, data, envelope] = ["", false, {}];
    const say = (line) => socket.write(`${line}\r\n`);
    const hear = (line) => {
      const [, verb, rest = ""] = line.match(/^(\S+)\s*(.*)$/) ?? [];
      if (/^EHLO|^HELO/i.test(verb)) return say("250 mail.test");
      if (/^MAIL/i.test(verb)) envelope = { from: rest.match(/<(.*?)>/)[1] };
      if (/^RCPT/i.test(verb)) {
        server.asked++;
        envelope.to = rest.match(/<(.*?)>/)[1];
        return say(server.answers.shift() ?? "250 ok");
      }
      if (/^DATA/i.test(verb)) {
        data = true;
        return say("354 go on");
      }
      if (/^QUIT/i.test(verb)) {
        say("221 bye");
        return socket.end();
      }
      say("250 ok");
    };
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(data ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (data ? 5 : 2));
        if (!data) {
          hear(part);
          continue;
        }
        data = false;
        server.received.push({ envelope, ...read(part) });
        say("250 taken");
      }
    });
    say("220 mail.test");
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return Object.assign(server, {
    address: `smtp://127.0.0.1:${listener.address().port}`,
    async receives(count, what = `mail ${count}`) {
      await until(() => server.received.length >= count, what, 30);
      return server.received[count - 1];
    },
    close: () => listener.close(),
  });
}
