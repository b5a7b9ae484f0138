// Moves tables on the floor plan of the settings page, by dragging or with the arrow keys, in whole grid
// units. "Save the positions" sends the moved tables. Without scripts, people type the positions.
(() => {
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let held = null;

  const tableAt = (event) => event.target.closest?.("[data-place]") ?? null;
  const boxOf = (table) => JSON.parse(table.dataset.box);
  const within = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

  /** Moves a table to a position inside the drawing. Returns false if the table is already there. */
  function put(table, wishedX, wishedY) {
    const { unit, room } = table.ownerSVGElement.dataset;
    const area = JSON.parse(room);
    const box = boxOf(table);
    const x = within(Math.round(wishedX), area.x, area.x + area.width - box.width);
    const y = within(Math.round(wishedY), area.y, area.y + area.height - box.height);
    if (x === box.x && y === box.y) return false;
    const { place: name } = table.dataset;
    const form = document.getElementById("table-places");
    table.dataset.box = JSON.stringify({ ...box, x, y });
    table.setAttribute("transform", `translate(${x * unit} ${y * unit})`);
    const field = form.querySelector(`[data-place-of="${CSS.escape(name)}"]`);
    field.value = `${x} ${y} ${name}`;
    field.disabled = false;
    form.querySelector("button").disabled = false;
    form.querySelector("output").value = `Table ${name}: ${x} from the left, ${y} from the top.`;
    return true;
  }

  document.addEventListener("pointerdown", (event) => {
    const table = tableAt(event);
    if (table === null || event.button !== 0) return;
    const { x, y } = boxOf(table);
    held = { table, x, y, fromX: event.clientX, fromY: event.clientY };
    table.setPointerCapture(event.pointerId);
    table.focus({ preventScroll: true });
  });
  document.addEventListener("pointermove", (event) => {
    if (held === null) return;
    const svg = held.table.ownerSVGElement;
    // The browser may scale the drawing down.
    const unit = (svg.dataset.unit * svg.clientWidth) / svg.viewBox.baseVal.width;
    const across = (event.clientX - held.fromX) / unit;
    const down = (event.clientY - held.fromY) / unit;
    if (put(held.table, held.x + across, held.y + down)) held.isMoved = true;
  });
  document.addEventListener("pointerup", () => {
    // After a drag, the browser sends a click, which must not open the table's form.
    const still = (click) => click.preventDefault();
    if (held?.isMoved) addEventListener("click", still, { capture: true });
    setTimeout(() => removeEventListener("click", still, { capture: true }), 0);
    held = null;
  });
  document.addEventListener("pointercancel", () => {
    held = null;
  });
  // Tables are links: keep the browser from dragging the address of the link.
  document.addEventListener("dragstart", (event) => tableAt(event) && event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const table = tableAt(event);
    if (!way || table === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { x, y } = boxOf(table);
    put(table, x + way[0], y + way[1]);
  });
})();
