// A table, and below it the code of the challenge and the result to send.
function challenge({ model, el }) {
  const stop = render({ model, el });
  const part = (name, tag = "div", attributes = {}) =>
    node(tag, { class: `fe-${name}`, ...attributes });
  const quiet = { "data-lm-suppress-shortcuts": "true" };
  const box = part("challenge", "div", { role: "group" });
  const code = part("code");
  const how = part("how");
  const nameWord = node("span");
  const name = node("input", {
    type: "text", autocomplete: "off", spellcheck: "false", maxlength: "40", ...quiet,
  });
  const resultWord = node("span");
  const result = node("textarea", { readonly: "", rows: "1", spellcheck: "false", ...quiet });
  const copy = button({ class: "fe-button fe-next" });
  const copied = part("copied", "div", { role: "status" });
  const named = node("label", { class: "fe-control fe-named" }, nameWord, name);
  const sent = node("label", { class: "fe-control fe-sent" }, resultWord, result);
  box.append(code, how, named, sent, copy, copied);
  el.querySelector(".fe-table").append(box);

  function draw() {
    const told = model.get("_challenge");
    setAttributes(box, { "aria-label": told.label });
    say(code, told.code);
    say(how, told.how);
    say(nameWord, told.name);
    say(resultWord, told.result);
    say(copy, told.copy);
    if (document.activeElement !== name) name.value = model.get("name");
    if (result.value !== told.line) say(copied, "");
    result.value = told.line;
    // On a phone the line is wider than the box: all of it shall be seen.
    result.style.height = "auto";
    result.style.height = `${result.scrollHeight + 4}px`;
    sent.hidden = copy.hidden = told.line === "";
  }

  name.addEventListener("change", () => {
    model.set("name", name.value);
    model.save_changes();
  });
  result.addEventListener("focus", () => result.select());
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(result.value);
    } catch {
      // Pages that are not served securely have no clipboard but the old one.
      result.select();
      if (!document.execCommand("copy")) return;
      copy.focus();
    }
    say(copied, model.get("_challenge").copied);
  });
  const watch = new ResizeObserver(draw);
  watch.observe(el);
  model.on("change:_challenge", draw);
  model.on("change:name", draw);
  draw();
  return () => {
    watch.disconnect();
    model.off("change:_challenge", draw);
    model.off("change:name", draw);
    stop();
  };
}
