// Strings: their size in bytes, lone surrogates, and cutting what is too long.
import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten, utf8Bytes, wellFormed } from "../../src/engine/text.ts";

/** Any UTF-16, lone surrogates among it. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe00f }), fc.integer({ min: 0, max: 0x900 })))
    .map((units) => String.fromCharCode(...units)),
);

test("utf8Bytes counts what an encoder writes, a lone surrogate as U+FFFD", () => {
  fc.assert(fc.property(anyText, (text) => utf8Bytes(text) === new TextEncoder().encode(text).length));
  expect(utf8Bytes("a£€🌊\ud83c")).toBe(1 + 2 + 3 + 4 + 3);
});

test("wellFormed replaces lone surrogates and nothing else", () => {
  expect(wellFormed("\ud83c wave 🌊 \udc00")).toBe("\ufffd wave 🌊 \ufffd");
  fc.assert(fc.property(anyText, (text) => wellFormed(text).isWellFormed()));
});

test("shorten leaves a short text alone", () => {
  expect(shorten("1234567890123456789🌊 tail", 26)).toBe("1234567890123456789🌊 tail");
});

test("shorten keeps both ends and names the original length", () => {
  const short = shorten("head" + "x".repeat(1_000_000) + "tail", 2_000);
  expect(short).toMatch(/^head.*\[shortened: 1000008 characters in all\].*tail$/s);
  expect(short.length).toBeLessThan(2_100);
});

test("shorten speaks Chinese where the run does", () => {
  expect(shorten("长".repeat(5_000), 100, "zh")).toContain("[已缩短：全文共 5000 个字符]");
});

test("shorten never cuts a pair apart, nor passes its length, wherever it cuts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 100, maxLength: 400 }), fc.nat(300), (text, characters) => {
      const short = shorten(text, characters);
      expect(short.isWellFormed()).toBe(true);
      expect(short.length).toBeLessThanOrEqual(characters + 60);
    }),
  );
  // BUG-B-04 v2 and BUG-G-05 v1: the limit falls between the halves of a wave.
  for (const limit of [1_999, 2_000, 2_001]) {
    expect(shorten("a".repeat(999) + "🌊".repeat(2_000), limit).isWellFormed()).toBe(true);
  }
});
