// Units of measure in prose: "5 miles in km", "把5英里换算成公里" as a calculator reads them.
import { wordsToDigits } from "../../numerals.ts";

/** The calculator's name of each unit, then what people call it. */
const units: [unit: string, names: string][] = [
  ["km/h", "km/h|kmh|kph|kilometers per hour|kilometres per hour|公里每小时|千米每小时|公里/小时"],
  ["mi/h", "mph|miles per hour|英里每小时|英里/小时"],
  ["m/s", "m/s|meters per second|metres per second|米每秒|米/秒"],
  ["m^2", "m2|m²|sqm|square meters?|square metres?|平方米"],
  ["km^2", "km2|km²|square kilometers?|square kilometres?|平方公里|平方千米"],
  ["hectare", "hectares?|公顷"],
  ["acre", "acres?|英亩"],
  ["km", "km|kilometers?|kilometres?|公里|千米"],
  ["cm", "cm|centimeters?|centimetres?|厘米"],
  ["mm", "mm|millimeters?|millimetres?|毫米"],
  ["mile", "miles?|mi|英里"],
  ["yard", "yards?|yd|码"],
  ["foot", "feet|foot|ft|英尺"],
  ["inch", "inches|inch|英寸"],
  ["m", "m|meters?|metres?|米"],
  ["kg", "kg|kgs|kilograms?|kilos?|公斤|千克"],
  ["lb", "lbs?|pounds?|磅"],
  ["oz", "oz|ounces?|盎司"],
  ["tonne", "tonnes?|metric tons?|吨"],
  ["mg", "mg|milligrams?|毫克"],
  ["g", "g|grams?|克"],
  ["ml", "ml|milliliters?|millilitres?|毫升"],
  ["gallon", "gallons?|加仑"],
  ["liter", "l|liters?|litres?|升"],
  ["degC", "°c|℃|celsius|degrees? celsius|degc|摄氏度?"],
  ["degF", "°f|℉|fahrenheit|degrees? fahrenheit|degf|华氏度?"],
  ["kelvin", "kelvins?|开尔文"],
  ["week", "weeks?|周|星期"],
  ["day", "days?|天"],
  ["hour", "hours?|hrs?|小时"],
  ["minute", "minutes?|mins?|分钟"],
  ["second", "seconds?|secs?|秒"],
  ["GB", "gb|gigabytes?"],
  ["MB", "mb|megabytes?"],
  ["kB", "kb|kilobytes?"],
  ["byte", "bytes?|字节"],
];

// Longer names first, so that "miles per hour" is not read as miles.
const anyUnit = `(${units
  .flatMap(([, names]) => names.split("|"))
  .sort((a, b) => b.length - a.length)
  .join("|")})`;
const amount = "(-?\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
const end = "(?![\\p{L}\\d])";
const forms: { pattern: RegExp; from: "first" | "last" }[] = [
  { pattern: new RegExp(`${amount}\\s*${anyUnit}\\s+(?:to|in|into|as)\\s+${anyUnit}${end}`, "iu"), from: "first" },
  {
    pattern: new RegExp(`how\\s+many\\s+${anyUnit}\\s+(?:are|is|do|make)\\s+${amount}\\s*${anyUnit}${end}`, "iu"),
    from: "last",
  },
  {
    pattern: new RegExp(
      `how\\s+many\\s+${anyUnit}\\s+(?:are|is)?\\s*(?:there\\s+)?in\\s+${amount}\\s*${anyUnit}${end}`,
      "iu",
    ),
    from: "last",
  },
  {
    pattern: new RegExp(
      `${amount}\\s*${anyUnit}\\s*(?:等于|是|合|换算成|换算为|转换成|转换为|转成|转为|换成|化成)\\s*(?:多少|几)?\\s*${anyUnit}`,
      "iu",
    ),
    from: "first",
  },
];

/** The conversion that a text asks for, for example `5 mile to km`; null: none, or units that are not known here. */
export function conversionOf(text: string): string | null {
  const plain = wordsToDigits(text);
  for (const { pattern, from } of forms) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const [, a = "", b = "", c = ""] = match;
    const [number, unit, target] = from === "first" ? [a, b, c] : [b, c, a];
    return `${number.replaceAll(",", "")} ${nameOf(unit)} to ${nameOf(target)}`;
  }
  return null;
}

function nameOf(written: string): string {
  const found = units.find(([, names]) => new RegExp(`^(?:${names})$`, "iu").test(written.trim()));
  return found?.[0] ?? written;
}
