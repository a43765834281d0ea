// How large the parts of a prompt may get that are made by rule: for the moves, and for an estimate before a run.

/** The room kept for a closing call: what it reads besides the conversation, and what it may write, in tokens. */
export const closingCall = { slackTokens: 1_500, outputTokens: 512 } as const;

/** Longest copy of one result in a prompt, in characters; tools get results whole. */
export const resultInPrompt = 4_000;
