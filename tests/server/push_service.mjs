// A push service and browsers of the tests' own (RFC 8030, 8291, 8292): it checks the server's signature, decrypts what was
// sent with the browser's key, and answers as a test says.
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { until } from "../launch.mjs";

const base64 = (bytes) => Buffer.from(bytes).toString("base64url");

/** What is inside an encrypted message, as the browser reads it. */
function decrypt(body, ecdh, auth) {
  const salt = body.subarray(0, 16);
  assert.equal(body.readUInt32BE(16), 4096);
  const point = body.subarray(21, 21 + body[20]);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), point]);
  const secret = hkdfSync("sha256", ecdh.computeSecret(point), auth, info, 32);
  const key = hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12);
  const record = body.subarray(21 + body[20]);
  const cipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
  cipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  assert.equal(text.at(-1), 2, "the last record");
  return JSON.parse(text.subarray(0, -1).toString());
}

/** The claims of a signature that is good. */
function verified(header, origin, now) {
  const [, token, key] = header.match(/^vapid t=([\w.-]+), k=([\w-]+)$/);
  const [head, claims, signature] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) };
  const good = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(good, "the signature");
  assert.deepEqual(JSON.parse(Buffer.from(head, "base64url")), { typ: "JWT", alg: "ES256" });
  const said = JSON.parse(Buffer.from(claims, "base64url"));
  assert.equal(said.aud, origin);
  assert.ok(said.exp > now && said.exp < now + 24 * 3600);
  return { ...said, key };
}

export async function openPushService() {
  const browsers = new Map();
  const service = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const browser = browsers.get(request.url);
      if (!browser) return response.writeHead(404).end();
      browser.asked++;
      const { authorization, ttl, topic, urgency, "content-encoding": encoding } = request.headers;
      const { status = 201, headers = {}, wait = false, body = "" } = browser.answers.shift() ?? {};
      if (wait) return void browser.held.push(response);
      if (status < 300) {
        assert.equal(request.method, "POST");
        assert.equal(encoding, "aes128gcm");
        browser.received.push({
          ...decrypt(Buffer.concat(chunks), browser.ecdh, browser.auth),
          ttl: Number(ttl),
          topic,
          urgency,
          claims: verified(authorization, origin, Date.now() / 1000 + pushService.hoursAhead * 3600),
        });
      }
      response.writeHead(status, headers).end(body);
    });
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const origin = `http://127.0.0.1:${service.address().port}`;
  const pushService = {
    hoursAhead: 0, // of the server's clock
    origin,
    /** A browser that has subscribed; `answers` says what the service answers to the next messages for it. */
    browser() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const browser = { ecdh, auth: randomBytes(16), received: [], answers: [], held: [], asked: 0 };
      browsers.set(path, browser);
      browser.subscription = { endpoint: origin + path, p256dh: base64(ecdh.getPublicKey()), auth: base64(browser.auth) };
      browser.receives = async (count, what = `message ${count}`) => {
        await until(() => browser.received.length >= count, what, 30);
        return browser.received[count - 1];
      };
      return browser;
    },
    /** Messages received by all browsers. */
    count: () => [...browsers.values()].reduce((sum, one) => sum + one.received.length, 0),
    close() {
      service.closeAllConnections();
      service.close();
    },
  };
  return pushService;
}

export const allKinds = ["turn", "late", "opponent", "challenge", "tournament"];

/** A player's browser asks for reminders: its id there. */
export async function remind(guest, browser, settings = {}) {
  const answer = await guest.http("PUT", "/api/v1/reminders/devices", {
    ...browser.subscription,
    kinds: allKinds,
    offset: 0,
    language: "en",
    ...settings,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}
