// Reads the project's own source files and what each of them imports, for the test of the doors and walls.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Import {
  /** path from the root of a file of ours, or the name of a package's module as it is written */
  to: string;
  isOurs: boolean;
  /** `static`: loaded with the file; `dynamic`: when first used; `type`: never */
  kind: "static" | "dynamic" | "type";
}

export interface Source {
  /** path from the root, with `/` */
  path: string;
  text: string;
  imports: Import[];
}

/** Every TypeScript and Svelte file of ours, generated ones left out. */
export function readSources(): Source[] {
  return globSync("{src,worker,test}/**/*.{ts,svelte,mjs}", { cwd: root })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path !== "worker/worker-configuration.d.ts")
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, imports: importsOf(path, text) };
    });
}

/** What a file imports, `export … from` and `import("…")` included. `?worker` and the like at the end of a path are dropped. */
export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, kind: Import["kind"]) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const name = specifier.text.replace(/\?.*$/, "");
    const isOurs = name.startsWith(".") || name.startsWith("/");
    const to = name.startsWith(".") ? join(dirname(path), name) : name.replace(/^\//, "");
    found.push({ to: isOurs ? normalize(to).split(sep).join("/") : name, isOurs, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause) ? "type" : "static");
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
    else if (ts.isImportTypeNode(node)) add((node.argument as ts.LiteralTypeNode).literal, "type");
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], "dynamic");
    }
    ts.forEachChild(node, visit);
  };
  for (const script of scriptsOf(path, text)) {
    visit(ts.createSourceFile(path, script, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS));
  }
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** The scripts of a Svelte file; its markup holds no static import. */
function scriptsOf(path: string, text: string): string[] {
  if (!path.endsWith(".svelte")) return [text];
  return [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? "");
}

/** A ring of files that import each other at load, or undefined. */
export function findCycle(sources: readonly Source[]): string[] | undefined {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): string[] | undefined => {
    const at = trail.indexOf(path);
    if (at >= 0) return [...trail.slice(at), path];
    const source = byPath.get(path);
    if (!source || done.has(path)) return undefined;
    trail.push(path);
    for (const { to, isOurs, kind } of source.imports) {
      const cycle = isOurs && kind !== "dynamic" ? visit(to) : undefined;
      if (cycle) return cycle;
    }
    trail.pop();
    done.add(path);
    return undefined;
  };
  for (const { path } of sources) {
    const cycle = visit(path);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Everything that is loaded as soon as one of these files is: files and packages, by static imports. */
export function loadedWith(sources: readonly Source[], ...entries: string[]): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set<string>();
  const visit = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { to, kind } of byPath.get(name)?.imports ?? []) if (kind === "static") visit(to);
  };
  entries.forEach(visit);
  return loaded;
}
