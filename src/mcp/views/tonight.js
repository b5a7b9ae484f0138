// The view of list_bookings: a plot of the covers present, then the tables and the list.
(() => {
  const { el, svg, show, say, title, count, tablesNamed } = window.elements;
  const { words } = window;
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const STEP = 15 * MINUTE;
  /** More rows would make a long page in a chat; a button shows the rest. */
  const FIRST_ROWS = 25;
  const PAGE_ROWS = 200;
  const MOST_ROWS = 600;
  const MOST_HOURS = 6;
  /** With any other argument, list_bookings leaves out parties, so a plot would mislead. */
  const WHOLE_DAY_ARGUMENTS = ["brand", "date", "toDate", "limit"];
  const COMING = ["booked", "pending", "arrived", "seated"];

  let given = {};

  function nearestTo(rows, at) {
    const distance = ({ timestamp }) => Math.abs(timestamp - at);
    return rows.reduce((best, row) => (distance(row) < distance(best) ? row : best));
  }

  /** Computes the wall time of an instant from the wall time of the nearest row. */
  const clockBy = (rows) => (at) => {
    const near = nearestTo(rows, at);
    const [, hour, minute, half] = /^(\d+):(\d+) ([AP]M)$/.exec(near.time);
    const wall = ((hour % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute);
    const minutes = (((wall + Math.round((at - near.timestamp) / MINUTE)) % 1440) + 1440) % 1440;
    const shown = Math.floor(minutes / 60) % 12 || 12;
    const past = String(minutes % 60).padStart(2, "0");
    return `${shown}:${past} ${minutes < 720 ? "AM" : "PM"}`;
  };

  /** Covers present in each quarter of an hour, from the first start to the last end. */
  function loadOf(rows) {
    const from = Math.floor(Math.min(...rows.map((row) => row.timestamp)) / STEP) * STEP;
    const to = Math.max(...rows.map((row) => row.endTimestamp));
    const steps = Math.ceil((to - from) / STEP);
    const covers = Array.from({ length: steps }, (_, index) => {
      const at = from + index * STEP;
      const here = rows.filter((row) => row.timestamp < at + STEP && row.endTimestamp > at);
      return here.reduce((sum, row) => sum + row.numberOfPeople, 0);
    });
    return { from, to: from + steps * STEP, covers };
  }

  const peakOf = ({ from, covers }) => from + covers.indexOf(Math.max(...covers)) * STEP;

  function plotOf({ from, to, covers }, clock) {
    const most = Math.max(...covers);
    const peak = clock(peakOf({ from, covers }));
    const marks = covers.map((present, index) => {
      const height = (present / most) * 100;
      return svg("rect", { x: index * 10 + 0.5, y: 100 - height, width: 9, height });
    });
    const width = covers.length * 10;
    const now = ((Date.now() - from) / (to - from)) * width;
    if (now > 0 && now < width) marks.push(svg("line", { x1: now, x2: now, y1: 0, y2: 100 }));
    const box = { viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none", "aria-hidden": "true" };
    const caption = `At most ${count(most, "cover")} at once, from ${peak}.`;
    return el(
      "figure",
      { class: "plot" },
      el("figcaption", { class: "soft" }, caption),
      svg("svg", box, ...marks),
      hoursOf({ from, to }, clock),
    );
  }

  function hoursOf({ from, to }, clock) {
    const minutesPast = Number(/:(\d+)/.exec(clock(from))[1]);
    const first = from + ((60 - minutesPast) % 60) * MINUTE;
    const every = Math.ceil((to - from) / HOUR / MOST_HOURS) * HOUR;
    const labels = [];
    for (let at = first; at < to - HOUR / 2; at += every) {
      const label = el("span", {}, clock(at).replace(":00", ""));
      label.style.left = `${((at - from) / (to - from)) * 100}%`;
      labels.push(label);
    }
    return el("div", { class: "hours", "aria-hidden": "true" }, ...labels);
  }

  function rowOf(row) {
    const alerts = (row.alerts ?? []).map(({ phrase, word }) => phrase ?? word);
    const facts = [
      `Party of ${row.numberOfPeople}`,
      tablesNamed(row.tables ?? []),
      row.status === "booked" ? "" : words.status[row.status],
      row.attendance === "not_required" ? "" : words.attendance[row.attendance],
      ...row.flags.map((flag) => words.flag[flag]),
    ];
    const notes = [row.notes, row.foodDrinkNotes, row.seatingNotes].filter(Boolean);
    return el(
      "li",
      {},
      el("span", {}, row.time),
      el("strong", {}, row.name),
      el(
        "div",
        { class: "more" },
        el("div", {}, facts.filter(Boolean).join(", ")),
        alerts.length === 0 ? null : el("div", { class: "alert" }, `Alert: ${alerts.join("; ")}`),
        notes.map((note) => el("div", { class: "note" }, note)),
      ),
    );
  }

  function listOf(rows) {
    const list = el("ul", { class: "rows" }, ...rows.slice(0, FIRST_ROWS).map(rowOf));
    const rest = rows.slice(FIRST_ROWS);
    if (rest.length === 0) return [list];
    const showRest = () => {
      buttons.remove();
      const added = rest.map(rowOf);
      list.append(...added);
      added[0].tabIndex = -1;
      added[0].focus();
    };
    const more = el("button", { type: "button", onclick: showRest }, `Show ${rest.length} more`);
    const buttons = el("div", { class: "buttons" }, more);
    return [list, buttons];
  }

  function dayOf(rows, { heading, isWhole }) {
    const present = rows.filter(({ status }) => COMING.includes(status));
    const isPlotted = isWhole && present.length > 0;
    return [
      heading === null ? null : el("h2", {}, heading),
      isPlotted ? plotOf(loadOf(present), clockBy(present)) : null,
      isPlotted && heading === null ? floorOf(present) : null,
      ...listOf(rows),
    ];
  }

  /** The tables now; before the first start and after the last end, the tables at the peak. */
  function floorOf(rows) {
    const { from, to, covers } = loadOf(rows);
    const clock = clockBy(rows);
    const isNow = Date.now() >= from && Date.now() < to;
    const at = isNow ? Date.now() : peakOf({ from, covers });
    const brand = given.brand === undefined ? {} : { brand: given.brand };
    const moment = isNow ? {} : { date: nearestTo(rows, at).date, time: clock(at) };
    const heading = isNow ? "Floor now" : `Floor at ${clock(at)}`;
    const section = el("section", { class: "floor" });
    window.floor
      .tables(heading, { ...brand, ...moment }, clock)
      .then((tables) => section.append(...tables));
    return section;
  }

  async function pagesOf(first) {
    const rows = [...first.bookings];
    let { nextCursor } = first;
    while (nextCursor !== null && rows.length < MOST_ROWS) {
      const next = { ...given, cursor: nextCursor, limit: PAGE_ROWS };
      const { data, refusal } = await window.bridge.call("list_bookings", next);
      if (refusal !== undefined) return { rows, nextCursor, refusal };
      rows.push(...data.bookings);
      ({ nextCursor } = data);
    }
    return { rows, nextCursor };
  }

  async function showAll(answer) {
    if (answer.refusal !== undefined) {
      show();
      return say(answer.refusal.message, true);
    }
    const { rows, nextCursor, refusal } = await pagesOf(answer.data);
    const days = [...Map.groupBy(rows, ({ serviceDate }) => serviceDate).values()];
    const asked = Object.keys(given);
    const isWhole = nextCursor === null && asked.every((one) => WHOLE_DAY_ARGUMENTS.includes(one));
    const { total, covers } = answer.data;
    const found = `${count(total, "reservation")}, ${count(covers, "cover")}.`;
    const left = rows.length < total ? ` The first ${rows.length} are listed.` : "";
    title(days.length === 1 ? days[0][0].date : "Reservations");
    say(
      refusal?.message ?? (total === 0 ? "No reservations." : found + left),
      refusal !== undefined,
    );
    const only = days.length === 1;
    show(...days.map((day) => dayOf(day, { heading: only ? null : day[0].date, isWhole })));
  }

  window.bridge.start({
    input: (args) => {
      given = args;
    },
    result: showAll,
  });
})();
