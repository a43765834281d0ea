// The table that the comparison of patterns begins with: measured by others, shown as a reference and never mixed with own runs.

export interface ReferenceRow {
  /** id of our pattern of that name */
  readonly pattern: string;
  /** 0..1, as judged there */
  readonly completeness: number;
  readonly accuracy: number;
  readonly hallucinationRate: number;
  readonly ms: number;
}

/**
 * Averages over 50 standard report tasks (fundamentals, news, computed figures, comparison with the sector, risks), as the founding
 * article prints them. How completeness, accuracy and hallucinations were judged there is not told, so they cannot be
 * compared with ours to the per cent.
 */
export const reference: readonly ReferenceRow[] = [
  { pattern: "single", completeness: 0.62, accuracy: 0.71, ms: 45_000, hallucinationRate: 0.28 },
  { pattern: "react", completeness: 0.81, accuracy: 0.84, ms: 130_000, hallucinationRate: 0.12 },
  { pattern: "plan-execute", completeness: 0.89, accuracy: 0.91, ms: 220_000, hallucinationRate: 0.08 },
  { pattern: "multi-agent", completeness: 0.87, accuracy: 0.88, ms: 110_000, hallucinationRate: 0.1 },
];
