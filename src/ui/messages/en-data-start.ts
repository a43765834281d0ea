// Texts of the tables and documents that the page needs before their panel is loaded.

export const dataStartTexts = {
  "data.label": "Data",
  "data.hint": "Tables and texts that the tools can read",
  "data.loading": "Loading…",
} as const;
