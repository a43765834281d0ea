// Bytes of a file to text: UTF-8, UTF-16, or the older encodings that spreadsheets still write.

/**
 * The text of a file and the encoding it was read as.
 *
 * UTF-8 and UTF-16 by their marks; then UTF-8, if every byte fits; then GB 18030, if every byte fits and Chinese comes out; else
 * Windows-1252, which fits always.
 */
export function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "UTF-16" };
  const utf8 = strictly("utf-8", bytes);
  if (utf8 !== null) return { text: utf8, encoding: "UTF-8" };
  const chinese = strictly("gb18030", bytes);
  if (chinese !== null && /\p{Script=Han}{2}/u.test(chinese)) return { text: chinese, encoding: "GB 18030" };
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
