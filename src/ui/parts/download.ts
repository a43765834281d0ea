// Hands a text or a picture to the browser as a file to keep.

/** The name may come from a model: what no file system takes, or what hides the real ending, becomes `_`. */
export function download(name: string, content: string | Blob, type: string): void {
  const file = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name);
  link.click();
  // Some browsers fetch it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{C}<>:"/\\|?*]+/gu, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return [...plain].slice(0, 80).join("") || "file";
}
