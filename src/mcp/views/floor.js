// The tables at one moment, as the tool list_tables returns them.
window.floor = (() => {
  const { el } = window.elements;
  const STATES = {
    free: "Free",
    due: "Due",
    arrived: "Arrived",
    seated: "Seated",
    blocked: "Blocked",
  };

  function tableOf({ name, minCovers, maxCovers, state, party, until }, clock) {
    const takes = minCovers === maxCovers ? `${maxCovers}` : `${minCovers} to ${maxCovers}`;
    const ends = until === null ? "" : ` until ${clock(until)}`;
    return el(
      "li",
      { class: `table ${state}` },
      el("strong", {}, `Table ${name}`),
      el("span", { class: "soft" }, `for ${takes}`),
      el("span", {}, `${STATES[state] ?? state}${ends}`),
      party === null
        ? null
        : el("span", { class: "party" }, `${party.numberOfPeople}: ${party.name}`),
    );
  }

  return {
    /**
     * The tables of each area under a heading. Empty if no table has a party, for example because
     * the restaurant only counts seats. `clock` writes an instant as a wall time.
     */
    async tables(heading, asked, clock) {
      const { data, refusal } = await window.bridge.call("list_tables", asked);
      if (refusal !== undefined) {
        const why = `The floor cannot be shown: ${refusal.message}`;
        return [el("p", { class: "refusal" }, why)];
      }
      if (data.tables.every(({ party }) => party === null)) return [];
      const areas = Map.groupBy(data.tables, ({ area }) => area);
      return [
        el("h2", {}, heading),
        ...[...areas].flatMap(([area, tables]) => [
          areas.size === 1 ? null : el("h3", {}, area),
          el("ul", { class: "tables" }, ...tables.map((table) => tableOf(table, clock))),
        ]),
      ].filter(Boolean);
    },
  };
})();
