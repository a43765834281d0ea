// Texts about the limits that the owner of the server set, in English.
/** A part of `en.ts`. */
export const ownerLimitTexts = {
  "budget.owner.end": "At most {most} here: the owner of this server set it.",
  "budget.owner.held": "{set} was set. The owner of this server allows at most {most}, which holds.",
  "budget.problem.owner": "The owner of this server allows at most {most}. {previous} still holds.",
} as const;
