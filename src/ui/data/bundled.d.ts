// What `virtual:bundled-data` gives, made by build/plugin.ts when a server or a build starts.
declare module "virtual:bundled-data" {
  /** addresses of the data, gzipped JSON */
  export const tablesUrl: string;
  export const documentsUrl: string;
  export const tables: readonly import("../../engine/index.ts").TableInfo[];
  export const documents: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
    readonly source: string;
    readonly licence: string;
  };
}
