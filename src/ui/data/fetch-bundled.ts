// Bundled data from its address to values.

/**
 * @param url of gzipped JSON; a server may have taken the gzip off on the way
 * @throws Error if it cannot be had
 */
export async function fetchBundled<Value>(url: string): Promise<Value> {
  const reply = await fetch(url);
  if (!reply.ok)
    throw new Error(`The page's data could not be loaded: the server answered ${reply.status}. Reload the page.`);
  const bytes = await reply.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isGzip = first === 0x1f && second === 0x8b;
  const body = isGzip ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  return (await new Response(body).json()) as Value;
}
