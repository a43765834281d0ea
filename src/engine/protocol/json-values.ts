// What reading JSON gives: values, the digits of numbers as written, and how the reading ended.

/** A value written without quotes (`Oslo`, `007`). It is text only where the schema asks for text; otherwise a fault. */
export class BareWord {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Numbers whose text is not what JavaScript would print for them, by the object or array that holds them and their key. */
export type WrittenNumbers = ReadonlyMap<object, ReadonlyMap<string, string>>;

export type JsonRead =
  | {
      status: "ok";
      value: unknown;
      /** index after the value */
      end: number;
      /** the text needed mending */
      repaired: boolean;
      /** closing brackets that were missing at the very end of the text */
      missingClosers: number;
      /** the text ends in a number: nothing shows that its last digit was written */
      endsInNumber: boolean;
      bareWords: boolean;
      written: WrittenNumbers;
    }
  /** the text ends inside a value, inside a string, or where a value must follow */
  | { status: "truncated"; at: number }
  | { status: "bad"; at: number; problem: string }
  /** no value begins here */
  | { status: "none" };

export interface JsonReadOptions {
  /** read unquoted text values as {@link BareWord}; otherwise they are bad */
  bareWords?: boolean;
}

/** Sets a key as an own property, `__proto__` too. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
