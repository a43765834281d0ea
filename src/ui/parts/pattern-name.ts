// What a pattern is called.
import { find } from "../messages/index.ts";

/** Its id where it has no name. */
export const patternName = (id: string): string => find(`pattern.${id}.name`) ?? id;
