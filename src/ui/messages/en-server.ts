// Texts about the server behind the page: its access code, a visitor's share, and what to do where a call to it failed.
import type { ModelFailureCode } from "../../engine/index.ts";
import { part } from "./text.ts";

const repairs = {
  "repair.access-code": "Enter the code that the owner of this server gave you, then start it again.",
  "repair.visitor-budget": "It comes back at {time}. Until then choose a model that costs this server nothing.",
  "repair.budget": "It comes back at {time}, for everybody. Until then choose a model that costs this server nothing.",
  "repair.ledger": "Nothing was sent and nothing spent. Try again in a moment.",
  "repair.model-not-offered": "Choose one that is offered now.",
  "repair.misconfigured": "Only the owner of this server can mend that. Until then choose another model.",
  "repair.forbidden": "Open this page at the address of its own server, or choose another model.",
  "repair.outdated-page": "Reload the page to get the version of its server. What was done is kept in the history.",
  "repair.bad-request": "Choose another model. If this one should work, report it with the exported file.",
  "repair.too-large": "A request can be 256 KB. Make the task smaller, or let the tools bring less.",
  "repair.context-length": "Make the task smaller, or choose a model that can read more.",
  "repair.rate-limited": "Wait a minute, then start it again.",
  "repair.quota": "The owner of this server must add credit at the provider. Until then choose another model.",
  "repair.unauthorized": "The owner of this server must check the key. Until then choose another model.",
  "repair.worker-error": "Try again. If it stays, tell the owner of this server.",
  "repair.upstream-error": "Try again in a moment, or choose another model.",
  "repair.bad-upstream-response": "Try again in a moment, or choose another model.",
  "repair.empty-response": "Try again, or choose another model.",
  "repair.stream-truncated": "Try again. What had arrived is kept in the failed node.",
  "repair.timeout": "Try again, or choose a faster model.",
  "repair.offline": "Check your connection, then try again. The rehearsal model needs none.",
  "repair.aborted": "Start it again when you want to.",
} as const satisfies Record<`repair.${ModelFailureCode}`, string>;

/** For what a part of the page needs beyond `en.ts`: filled in by `textsOf`. */
export const serverTexts = {
  [part]: "server",
  ...repairs,
  "action.enter-code": "Enter the code",
  "action.choose-model": "Choose another model",
  "action.retry": "Try again",
  "action.edit-task": "Change the task",
  "action.ask-again": "Ask for the models again",
  "action.reload": "Reload the page",

  "code.label": "Access code",
  "code.hint": "The owner of this server asks for it. It stays in this tab only, and goes with it.",
  "code.use": "Use it",
  "code.go-on": "Use it and go on",
  "code.entered": "Access code entered",
  "code.accepted": "Access code accepted",
  "code.forget": "Forget it",
  "code.needed": "A code is needed before this model is called.",
  "code.wrong": "This server did not accept that code. Type or paste it again.",
  "code.letters": "A code has plain letters, digits and signs only, without spaces.",
  "code.waiting": "Your access code is needed",
  "code.waiting.hint":
    "This server refused the call, so nothing was spent. All clocks stand still until you enter the code, and it goes on where it was.",

  "share.label": "Your share of today",
  "share.left": "{left} of {share} left today",
  "share.none": "Used up for today. It comes back at {time}.",
  "share.hint": "Of this server's money. It is full again at {time} (midnight UTC).",
} as const;
