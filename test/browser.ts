// The browser that tests, the bench and the screenshot drive: one that is installed, else the one that npm brought.
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

export interface FoundBrowser {
  path: string;
  /** set for the child process only */
  env: Record<string, string>;
}

/**
 * A Chrome or Chromium: `CHROME_PATH`, else an installed one, else the one in `@sparticuz/chromium`.
 *
 * @throws Error when none runs here; says what was tried and what to do
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const path = process.env["CHROME_PATH"] || installedBrowser();
  if (path) return { path, env: {} };
  return bundledBrowser();
}

/** Launches it, headless and quiet: it contacts nobody but the page's own server. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Launches it with a profile on disk, where IndexedDB is on disk too. Closing the context closes the browser. */
export async function launchWithProfile(folder: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...options, ...(await launchOptions()) });
}

async function launchOptions() {
  const { path, env } = await findBrowser();
  const quiet = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
    "--no-first-run",
    "--no-default-browser-check",
    // Every name but this machine's own ones is unknown: a page that asks for another host fails at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ];
  return {
    executablePath: path,
    args: quiet,
    // Chromium's sandbox works neither as root nor in many containers; the pages it opens are our own.
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome", "microsoft-edge"];
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

function installedBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usualPlaces].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Only the program of that package is used, never its list of flags: they switch web security off, which is what we test.
 */
async function bundledBrowser(): Promise<FoundBrowser> {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))));
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
  const folder = join(root, "node_modules", ".cache", "loopglass", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packageFolder, "bin"), folder);
  const path = join(folder, "chromium");
  const fonts: Record<string, string> = existsSync("/etc/fonts/fonts.conf")
    ? {}
    : { FONTCONFIG_PATH: join(folder, "fonts") };
  // A slim machine lacks libraries such as libnss3; those that came with the program do where the system's are absent.
  const withLibraries = { ...fonts, LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
  const problems: string[] = [];
  for (const env of [fonts, withLibraries]) {
    const problem = await whyItDoesNotRun(path, env);
    if (problem === undefined) return { path, env };
    problems.push(problem);
  }
  throw new Error(
    `No browser runs here. The one that npm brought says: ${problems.join(" / ")}\n` +
      `Install Chrome or Chromium, or name one in CHROME_PATH.`,
  );
}

/** Unpacks beside the final place and renames: another process may be doing the same. */
async function unpack(bin: string, folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const { inflate } = await import("@sparticuz/chromium");
  const before = process.env["TMPDIR"];
  // The package unpacks into the folder for temporary files and trusts whatever it finds there.
  process.env["TMPDIR"] = unfinished;
  try {
    const archives = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
    await Promise.all(archives.map((name) => inflate(join(bin, name))));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

async function whyItDoesNotRun(path: string, env: Record<string, string>): Promise<string | undefined> {
  try {
    await run(path, ["--version", "--no-sandbox"], { env: { ...process.env, ...env }, timeout: 30_000 });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: string }).stderr || error).trim();
  }
}
