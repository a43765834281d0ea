// Races in the history: one record each, with the ids of its runs, which are kept as any run is.
import { HistoryError, type Connection } from "./connection.ts";
import { type Database, write } from "./database.ts";
import { plain } from "./plain.ts";
import type { RaceRecord } from "./race-record.ts";

/** Nothing here rejects for a storage that cannot be used: the race then stays in memory, and the connection has told the person. */
export interface Races {
  /** Newest first. */
  list(): Promise<readonly RaceRecord[]>;
  /** undefined: there is none of that id */
  get(id: string): Promise<RaceRecord | undefined>;
  put(race: RaceRecord): Promise<void>;
  /** Deletes the record, and not its runs. */
  remove(id: string): Promise<void>;
}

export interface SavedRaces extends Races {
  /** Tries again to save what is in memory only. */
  save(): Promise<void>;
}

export function createRaces(connection: Connection, changed: () => void): SavedRaces {
  const unsaved = new Map<string, RaceRecord>();

  async function whileStored<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    try {
      return await connection.use(work);
    } catch (error) {
      if (error instanceof HistoryError) return undefined;
      throw error;
    }
  }

  async function save(): Promise<void> {
    const races = [...unsaved.values()];
    if (races.length === 0) return;
    const saved = await whileStored((database) =>
      write(database, ["races"], async (transaction) => {
        await Promise.all(races.map((race) => transaction.objectStore("races").put(race)));
        return true;
      }),
    );
    if (!saved) return;
    for (const race of races) if (unsaved.get(race.id) === race) unsaved.delete(race.id);
    connection.wrote();
  }

  return {
    save,
    async list() {
      const stored = (await whileStored((database) => database.getAll("races"))) ?? [];
      const all = new Map([...stored, ...unsaved.values()].map((race) => [race.id, race]));
      return [...all.values()].sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
    },
    async get(id) {
      return unsaved.get(id) ?? (await whileStored((database) => database.get("races", id)));
    },
    async put(race) {
      unsaved.set(race.id, plain(race));
      await save();
      changed();
    },
    async remove(id) {
      unsaved.delete(id);
      await whileStored((database) =>
        write(database, ["races"], (transaction) => transaction.objectStore("races").delete(id)),
      );
      changed();
    },
  };
}
