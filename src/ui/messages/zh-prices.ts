// What stands where a price can be set, in Chinese.
import type { priceTexts } from "./en-prices.ts";
import type { Translated } from "./text.ts";

export const zhPrices: Translated<typeof priceTexts> = {
  "price.set": "设置价格",
  "price.set.of": "设置价格：{model}",
  "tool.prices": "设置每次调用的价格",
  "tool.prices.none": "不设价格：所有工具免费",
  "price.needed.default": "{model} 的价格未知，无法保证费用上限，改用 Token 上限。",
  "price.needed": "无法保证 {usd} 的费用上限：{model} 的价格未知。请设置价格，或改用 Token 上限。",
  "price.needed.set": "设置价格",
  "price.needed.tokens": "改用 Token 上限",
};
