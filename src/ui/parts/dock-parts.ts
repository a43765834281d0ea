// What can lie below the graph.

/** What a person opened there; `closed`: nothing. */
export type DockPart = "work" | "totals" | "timeline" | "transcript" | "what-if" | "closed";
