// Any value as plain JSON: what is stored must not be a proxy, a class or a function.

/**
 * The JSON text of a value, also of a Svelte `$state` proxy. A Date becomes its ISO text, a Set a list, a Map an object, a bigint its digits;
 * of a class instance its fields and getters are kept (a `$state` field is a getter on the prototype); functions are left out.
 *
 * @throws TypeError for a cycle, RangeError for thousands of levels
 */
export function plainText(value: unknown): string {
  return JSON.stringify(value, plainValue) ?? "null";
}

/** A copy that shares nothing with the value and can be cloned, posted to a worker and stored. */
export function plain<T>(value: T): T {
  return JSON.parse(plainText(value)) as T;
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return value;
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return Object.fromEntries(value);
  return fieldsOf(value);
}

function fieldsOf(instance: object): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...instance };
  for (let level: object = Object.getPrototypeOf(instance); level !== Object.prototype && level !== null;) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (get && name !== "__proto__" && !Object.hasOwn(fields, name)) fields[name] = get.call(instance);
    }
    level = Object.getPrototypeOf(level);
  }
  return fields;
}
