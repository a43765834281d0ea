// Starts the page.
document.getElementById("app")!.textContent = "Loopglass";
