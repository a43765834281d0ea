// Starts the page, in the language that was chosen or that the browser asks for.
import { mount } from "svelte";
import "./app.css";
import "./print.css";
import App from "./App.svelte";
import { preferredLanguage, startLanguage } from "./messages/language.svelte.ts";
import { keptLanguage } from "./settings.svelte.ts";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app to put the page into.");

// Not awaited here: the texts of a language import what this module came with, and would wait for it for ever.
startLanguage(keptLanguage() ?? preferredLanguage(navigator.languages))
  // Its texts could not be loaded: a page in English is better than none.
  .catch(() => undefined)
  .then(() => mount(App, { target }));
