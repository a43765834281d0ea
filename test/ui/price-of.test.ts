// Whose price a run counts with.
import { expect, test } from "vitest";
import { rehearsal } from "../../src/engine/index.ts";
import { atPrice, ownValue, priceOf, type ListedPrice } from "../../src/ui/prices/price-of.ts";

const price = (inputUsdPerMillion: number) => ({ inputUsdPerMillion, outputUsdPerMillion: 2 * inputUsdPerMillion });
const listed: ListedPrice = {
  price: price(3),
  matched: "m",
  provider: "Maker",
  date: "2026-01-02",
  highest: false,
};

test("the person's own price goes before the server's, that before the list's, and without any it is unknown", () => {
  expect(priceOf({ own: price(1), offered: price(2), listed })).toEqual({ price: price(1), source: "person" });
  expect(priceOf({ own: undefined, offered: price(2), listed })).toEqual({ price: price(2), source: "worker" });
  expect(priceOf({ own: undefined, offered: null, listed })).toEqual({ price: price(3), source: "list", listed });
  expect(priceOf({ own: undefined, offered: null, listed: null })).toEqual({ price: null, source: null });
});

test("a price of 0 is a price", () => {
  expect(priceOf({ own: price(0), offered: price(2), listed }).price).toEqual(price(0));
  expect(priceOf({ own: undefined, offered: price(0), listed }).source).toBe("worker");
});

test("a model says whose price it has, unless it is that of whoever offers it", () => {
  const model = rehearsal();
  expect(atPrice(model, { price: price(1), source: "person" })).toMatchObject({
    id: "rehearsal",
    price: price(1),
    priceSource: "person",
  });
  expect(atPrice(model, { price: price(3), source: "list", listed })).toMatchObject({
    priceSource: "list",
    priceDate: "2026-01-02",
  });
  expect(atPrice(model, { price: price(2), source: "worker" })).not.toHaveProperty("priceSource");
  expect(atPrice(model, { price: null, source: null })).toMatchObject({ price: null });
});

test("ids that are names of every object have no price", () => {
  expect(ownValue({}, "constructor")).toBeUndefined();
  expect(ownValue({}, "__proto__")).toBeUndefined();
  expect(ownValue({ a: 0 }, "a")).toBe(0);
});
