// Who is calling: the visitor as the rate limit and the ledger tell them apart.

/**
 * The address that a request came from, as Cloudflare saw it; of an IPv6 address its first half, since a household has the rest to
 * itself and could be a new visitor with every call.
 *
 * @returns `unknown` where there is none, as when run locally: then all are one visitor
 */
export function visitorOf(headers: Headers): string {
  // Never X-Forwarded-For: anybody may write into it.
  const address = headers.get("cf-connecting-ip")?.trim() ?? "";
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return address;
  const groups = ipv6Groups(address);
  if (!groups) return "unknown";
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight numbers of an IPv6 address; undefined if it is none. */
function ipv6Groups(address: string): number[] | undefined {
  const url = /^[\da-f:.]*:[\da-f:.]*$/i.test(address) ? URL.parse(`http://[${address}]/`) : null;
  if (!url) return undefined;
  // The parser has made it canonical: at most one `::`, no dotted end.
  const [head = [], tail] = url.hostname
    .slice(1, -1)
    .split("::")
    .map((half) =>
      half
        .split(":")
        .filter(Boolean)
        .map((group) => Number.parseInt(group, 16)),
    );
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}
