// Builds what a view shows. Strings are only inserted as text, because guests write names and
// notes.
window.elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null));
    return element;
  };

  const byId = (id) => document.getElementById(id);

  return {
    byId,
    el: (tag, attributes = {}, ...children) =>
      fill(document.createElement(tag), attributes, children),
    svg: (tag, attributes = {}, ...children) =>
      fill(document.createElementNS(SVG, tag), attributes, children),
    /** Replaces the view. */
    show: (...children) => byId("view").replaceChildren(...children.flat().filter(Boolean)),
    /** One sentence above the view, read out by screen readers. */
    say(text, isRefusal = false) {
      const status = byId("status");
      status.textContent = text;
      status.classList.toggle("refusal", isRefusal);
    },
    title(text) {
      byId("title").textContent = text;
    },
    count: (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`,
    /** "Table 12", "Tables 7 and 8"; empty without a table. */
    tablesNamed: (names) => {
      if (names.length < 2) return names.map((name) => `Table ${name}`).join("");
      return `Tables ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    },
  };
})();
