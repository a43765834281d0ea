// The bundled tables as the rehearsal model knows them by heart: what lets it write a query into a plan before it has seen a table.
import type { ListedTable } from "./observed.ts";

const written = `stocks symbol:text date:date price:number
sp500 date:date price:number
unemployment series:text year:integer month:integer count:integer rate:number date:date
gapminder year:integer country:text cluster:integer pop:integer life_expect:number fertility:number
disasters entity:text year:integer deaths:integer
cars name:text miles_per_gallon:number cylinders:integer displacement:number horsepower:integer weight_in_lbs:integer acceleration:number year:date origin:text
seattle_weather date:date precipitation:number temp_max:number temp_min:number wind:number weather:text
global_temperature year:integer temp:number
co2 date:date co2:number adjusted_co2:number
penguins species:text island:text beak_length_mm:number beak_depth_mm:number flipper_length_mm:integer body_mass_g:integer sex:text`;

export const knownTables: readonly ListedTable[] = written.split("\n").map((line) => {
  const [name = "", ...columns] = line.split(" ");
  return {
    name,
    about: "",
    columns: columns.map((column) => {
      const [columnName = "", type = ""] = column.split(":");
      return { name: columnName, type };
    }),
  };
});
