// Starts the page.
import { mount } from "svelte";
import "./app.css";
import "./print.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app to put the page into.");
mount(App, { target });
