// The button prints; without scripts the browser's own menu does.
document.querySelector("[data-print]")?.addEventListener("click", () => globalThis.print());
