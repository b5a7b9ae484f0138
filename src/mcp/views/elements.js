// Builds the elements of a view. Strings are inserted as text, never as HTML, because guests choose
// names and write notes.
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

  const el = (tag, attributes = {}, ...children) =>
    fill(document.createElement(tag), attributes, children);

  return {
    byId,
    el,
    field(text, attributes, tag = "input") {
      const input = el(tag, attributes);
      return { input, label: el("label", {}, text, input) };
    },
    svg: (tag, attributes = {}, ...children) =>
      fill(document.createElementNS(SVG, tag), attributes, children),
    /** Not a form, because the program that shows a view may forbid forms in it. */
    fields(inputs, take, buttonText, ...others) {
      const isValid = () => inputs.every(({ input }) => input.reportValidity());
      const takeValid = () => {
        if (isValid()) take();
      };
      const onkeydown = ({ key, target }) => {
        if (key === "Enter" && target.tagName === "INPUT") takeValid();
      };
      const main = el("button", { type: "button", class: "main", onclick: takeValid }, buttonText);
      const labels = inputs.map(({ label }) => label);
      const buttons = el("div", { class: "buttons" }, main, ...others);
      return el("div", { class: "fields", role: "group", onkeydown }, ...labels, buttons);
    },
    show: (...children) => byId("view").replaceChildren(...children.flat().filter(Boolean)),
    /** Shows one sentence above the view. Screen readers read it out. */
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
