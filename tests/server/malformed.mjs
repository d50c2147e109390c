// Frames and requests that are malformed, too large, or that two readers could understand differently; each with the code or
// the status that refuses it. The tests of the server send them, and the comparison with libwebsockets.
import { frame } from "./attacker.mjs";

const text = (bytes) => Buffer.from(bytes);
const pieces = (count) => Array.from({ length: count }, (_, i) => frame({ first: i ? 0 : 1, payload: Buffer.alloc(1000, 0x20) }));

export const malformedFrames = [
  ["unmasked", [frame({ payload: text("{}"), masked: false })], 1002],
  ["a reserved bit", [frame({ first: 0xc1, payload: text("{}") })], 1002],
  ["an unknown opcode", [frame({ first: 0x83 })], 1002],
  ["an unknown control", [frame({ first: 0x8b })], 1002],
  ["binary", [frame({ first: 0x82, payload: text("{}") })], 1003],
  ["bad UTF-8", [frame({ payload: text([0x7b, 0xff, 0x7d]) })], 1007],
  ["a surrogate", [frame({ payload: text([0xed, 0xa0, 0x80]) })], 1007],
  ["a long control", [frame({ first: 0x89, payload: Buffer.alloc(126) })], 1002],
  ["a control in pieces", [frame({ first: 0x09 })], 1002],
  ["a continuation of nothing", [frame({ first: 0x80, payload: text("{}") })], 1002],
  ["a message inside a message", [frame({ first: 0x01 }), frame({ first: 0x01 })], 1002],
  ["49 KiB", [frame({ payload: Buffer.alloc(49 * 1024, 0x20) })], 1009],
  ["4 GiB announced", [frame({ declared: 2 ** 32 })], 1009],
  ["more than can be counted", [frame({ declared: 2 ** 62 })], 1009],
  ["fragments without end", pieces(60), 1009],
  ["a close of one byte", [frame({ first: 0x88, payload: text([3]) })], 1002],
  ["a close that may not be", [frame({ first: 0x88, payload: text([3, 0xed]) })], 1002],
];

const head = "GET / HTTP/1.1\r\nHost: here\r\n";

export const malformedRequests = [
  ["no HTTP", "hello\r\n\r\n", 400],
  ["a bare line feed", "GET / HTTP/1.1\nHost: here\n\n", 400],
  ["two lengths", `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`, 400],
  ["a length and chunks", `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 501],
  ["a negative length", `${head}Content-Length: -1\r\n\r\n`, 400],
  ["a length beyond numbers", `${head}Content-Length: 99999999999999999999999\r\n\r\n`, 413],
  ["a folded header", `${head}X: a\r\n b\r\n\r\n`, 400],
  ["a blank before the colon", `${head}X : a\r\n\r\n`, 400],
  ["a NUL", `${head}X: a\0b\r\n\r\n`, 400],
  ["two hosts", `${head}Host: there\r\n\r\n`, 400],
  ["a long head", `${head}X: ${"x".repeat(9000)}\r\n\r\n`, 431],
  ["many headers", `${head}${"X: x\r\n".repeat(70)}\r\n`, 431],
  ["HTTP/2", "GET / HTTP/2.0\r\nHost: here\r\n\r\n", 505],
  ["a whole address", "GET http://here/ HTTP/1.1\r\nHost: here\r\n\r\n", 400],
];
