// Fills in what the browser knows, such as the time zone. Without scripts, people type everything.
(() => {
  const form = document.querySelector("form[data-set-up]");
  if (!form) return;
  const { name, slug, timeZone, defaultCountry } = form.elements;
  // The fields in which somebody typed or chose something. The script does not change these fields,
  // except a short name that was emptied again.
  const theirs = new Set();
  form.addEventListener("input", ({ target }) => theirs.add(target.name));

  const SPELT = { ß: "ss", æ: "ae", œ: "oe", ø: "o", å: "a", ł: "l", đ: "d", "&": " and " };
  const slugOf = (text) =>
    text
      .toLowerCase()
      .replace(/[ßæœøåłđ&]/g, (letter) => SPELT[letter])
      .normalize("NFD")
      .replace(/[\p{M}'\u2019]/gu, "")
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 40)
      .replace(/^-+|-+$/g, "");
  name.addEventListener("input", () => {
    if (!theirs.has("slug") || slug.value === "") slug.value = slugOf(name.value);
  });
  if (slug.value !== "") theirs.add("slug");

  // --- The time zone comes from the browser, and the country from the time zone.
  const plain = (text) => text.trim().replaceAll("_", " ").toLowerCase();
  const zones = [...document.querySelectorAll("#zones option")];
  const option = () =>
    zones.find(({ value }) => value === timeZone.value) ??
    zones.find(({ value }) => plain(value.split("/").at(-1)) === plain(timeZone.value));
  const clock = document.querySelector("[data-clock]");
  function follow() {
    const country = option()?.dataset.country;
    if (country && !theirs.has("defaultCountry")) defaultCountry.value = country;
    let time = "";
    try {
      const format = {
        timeZone: option()?.value ?? timeZone.value,
        weekday: "long",
        hour: "numeric",
        minute: "2-digit",
      };
      if (timeZone.value) time = new Intl.DateTimeFormat("en-US", format).format(new Date());
    } catch {
      // The field does not contain a whole time zone yet.
    }
    clock.textContent = time && `It is ${time} there now.`;
  }
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (form.dataset.setUp === "fresh" && here.includes("/") && !here.startsWith("Etc/")) {
    timeZone.value = here;
  }
  if (form.dataset.setUp === "typed") theirs.add("defaultCountry");
  timeZone.addEventListener("input", follow);
  // The list shows only zones that match the text in the field. Select the text, so that typing
  // replaces it.
  timeZone.addEventListener("focus", () => timeZone.select());
  follow();
})();
