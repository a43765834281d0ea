// Plans that an agent's notebook has filed: they outlive their run and the page, or wait in memory until they can be saved.
import type { Plan, PlanStorage } from "../../engine/index.ts";
import { HistoryError, type Connection } from "./connection.ts";
import { type Database, write } from "./database.ts";
import { plain } from "./plain.ts";

/** An agent is shown the list of them all, so they cannot be endless: the oldest make room. */
const mostPlans = 100;

export interface Plans extends PlanStorage {
  /** Tries again to save what is in memory only. Never rejects for a storage that cannot be used: the connection has told the person. */
  save(): Promise<void>;
}

export function createPlans(connection: Connection): Plans {
  const unsaved = new Map<string, Plan>();

  async function whileStored<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    try {
      return await connection.use(work);
    } catch (error) {
      if (error instanceof HistoryError) return undefined;
      throw error;
    }
  }

  async function save(): Promise<void> {
    const plans = [...unsaved.values()];
    if (plans.length === 0) return;
    const saved = await whileStored((database) => putPlans(database, plans).then(() => true));
    if (!saved) return;
    for (const plan of plans) if (unsaved.get(plan.id) === plan) unsaved.delete(plan.id);
    connection.wrote();
  }

  return {
    save,
    async add(plan) {
      unsaved.set(plan.id, plain(plan));
      await save();
    },
    async get(id) {
      return unsaved.get(id) ?? (await whileStored((database) => database.get("plans", id)));
    },
    async list() {
      const stored = await whileStored((database) => database.getAllFromIndex("plans", "oldest"));
      const plans = new Map([...(stored ?? []), ...unsaved.values()].map((plan) => [plan.id, plan]));
      return [...plans.values()].sort((one, other) => one.createdAt - other.createdAt).slice(-mostPlans);
    },
  };
}

async function putPlans(database: Database, plans: readonly Plan[]): Promise<void> {
  await write(database, ["plans"], async (transaction) => {
    const store = transaction.objectStore("plans");
    await Promise.all(plans.map((plan) => store.put(plan)));
    const tooMany = (await store.count()) - mostPlans;
    if (tooMany <= 0) return;
    const oldest = await store.index("oldest").getAllKeys(null, tooMany);
    await Promise.all(oldest.map((id) => store.delete(id)));
  });
}
