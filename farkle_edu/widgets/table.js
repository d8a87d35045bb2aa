const say = (it, text) => { if (it.textContent !== text) it.textContent = text; };
const PATIENCE = 4000; // milliseconds without an answer before we say that Python is silent

function render({ model, el }) {
  const part = (name, tag = "div", attributes = {}) =>
    node(tag, { class: `fe-${name}`, ...attributes });
  const live = (name) => part(name, "div", { role: "status" });

  const table = part("table", "div", { role: "group" });
  const title = part("title");
  const aim = part("aim");
  const scores = part("scores");
  const felt = part("felt");
  const message = live("message");
  const hint = live("hint");
  const buttons = part("buttons");
  const risk = part("risk");
  const riskSwitch = button({ class: "fe-switch", role: "switch" });
  const riskText = live("risk-text");
  const coach = part("coach");
  const coachSwitch = button({ class: "fe-switch", role: "switch" });
  const coachText = live("coach-text");
  const coachCost = live("coach-cost");
  const scrolling = { role: "region", tabindex: "0", "data-lm-suppress-shortcuts": "true" };
  const coachTable = part("coach-table", "div", scrolling);
  const coachWhy = part("coach-why");
  const autoSwitch = button({ class: "fe-switch fe-auto", role: "switch" });
  const notice = live("notice");
  const turnsTitle = part("turns-title");
  const turns = part("turns", "ol");
  const sheet = part("sheet", "div", scrolling);

  const dice = tray({ model, el: felt });
  felt.classList.remove("fe");
  felt.prepend(message);
  felt.append(hint);
  const head = part("head");
  head.append(title, aim);
  risk.append(riskSwitch, riskText);
  coach.append(coachSwitch, coachText, coachCost, coachTable, coachWhy);
  const aids = part("aids");
  aids.append(autoSwitch, risk, coach);
  table.append(head, scores, felt, buttons, aids, notice, turnsTitle, turns, sheet);
  el.classList.add("fe");
  el.lang = model.get("language");
  el.append(table);

  let waiting = null;
  let byKeyboard = false;
  // One press, one action: a second press waits for the page to show what the first one did.
  function ask(act, event, more = {}) {
    if (waiting !== null) return;
    byKeyboard = event?.detail === 0;
    // Set first: where the kernel is gone, sending fails.
    wait();
    model.send({ act, kept: dice.kept(), rolls: dice.rolls(), heard: model.get("heard"), ...more });
  }

  // While other cells run, the press stands in line behind them.
  function wait() {
    waiting = setTimeout(() => {
      if (busy(model)) wait();
      else waiting = null;
      say(notice, model.get("_view")[waiting === null ? "silent" : "busy"]);
    }, PATIENCE);
  }

  function answered() {
    clearTimeout(waiting);
    waiting = null;
  }

  const acts = {};
  for (const act of ["next", "roll", "bank", "take_over", "undo", "new"]) {
    const it = button({ class: `fe-button fe-${act}` });
    it.addEventListener("click", (event) => {
      if (it.getAttribute("aria-disabled") === "true") {
        hint.dataset.kind = "refuse";
        say(hint, it.dataset.why);
        return;
      }
      ask(act, event);
    });
    acts[act] = it;
    if (act === "undo") buttons.append(part("gap"));
    buttons.append(it);
  }

  function drawButtons(list) {
    const here = Object.values(acts).find((it) => it === document.activeElement);
    for (const it of Object.values(acts)) it.hidden = true;
    for (const { act, text, ready, why } of list) {
      acts[act].hidden = false;
      say(acts[act], text);
      acts[act].dataset.why = why;
      setAttributes(acts[act], { "aria-disabled": !ready });
    }
    // Hiding the focused button would throw the keyboard back to the top of the page.
    if (here) (here.hidden ? Object.values(acts).find((it) => !it.hidden) : here).focus();
  }

  function drawScores(list) {
    scores.classList.toggle("fe-many", list.length > 2);
    scores.replaceChildren(...list.map(({ label, value, more, part: share, now, won }) => {
      const it = part("score");
      const name = node("span", { class: "fe-label" }, label);
      if (now) name.append(node("span", { class: "fe-hidden" }, ` (${now})`));
      it.append(name, node("span", { class: "fe-value" }, value, node("small", {}, more && ` ${more}`)));
      it.classList.toggle("fe-now", Boolean(now));
      it.classList.toggle("fe-won", Boolean(won));
      if (share !== null) {
        it.append(node("span", { class: "fe-bar", style: `--part: ${share}` }));
      }
      return it;
    }));
  }

  function drawSheet(told) {
    sheet.hidden = told === null || told.rows.length === 0;
    if (sheet.hidden) return;
    setAttributes(sheet, { "aria-label": told.label });
    const line = (first, rest) => {
      const row = node("tr", {}, node("th", { scope: "row" }, first));
      row.append(...rest);
      return row;
    };
    const head = node("tr", {}, ...told.names.map((name) => node("th", { scope: "col" }, name)));
    const [total, ...totals] = told.total;
    const rows = told.rows.map((row, n) => line(String(n + 1), row.map(({ text, kind }) =>
      node("td", { class: `fe-end-${kind}` }, text))));
    const table = node("table", {},
      node("thead", {}, head),
      node("tbody", {}, ...rows),
      node("tfoot", {}, line(total, totals.map((points) => node("td", {}, points)))));
    sheet.replaceChildren(table);
    sheet.scrollTop = sheet.scrollHeight;
  }

  function drawTurns(list) {
    turns.hidden = list.length === 0;
    turns.replaceChildren(...list.map(({ label, text, kind }) => {
      const it = node("li", { class: `fe-turn fe-end-${kind}` });
      it.append(node("span", {}, label), node("b", {}, text));
      return it;
    }));
  }

  function drawCoach({ on, label, text, cost = "", head: names = [], rows, why = "" }) {
    coach.classList.toggle("fe-on", on);
    say(coachSwitch, label);
    setAttributes(coachSwitch, { "aria-checked": on });
    say(coachText, text);
    say(coachCost, cost);
    say(coachWhy, why);
    coachTable.hidden = rows.length === 0;
    setAttributes(coachTable, { "aria-label": label });
    const top = node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, name)));
    const lines = rows.map(({ cells: [first, ...rest], best, touched }) => {
      const row = node("tr", {}, node("th", { scope: "row" }, first));
      row.append(...rest.map((cell) => node("td", {}, cell)));
      row.classList.toggle("fe-best", best);
      row.classList.toggle("fe-touched", touched);
      return row;
    });
    coachTable.replaceChildren(
      node("table", {}, node("thead", {}, top), node("tbody", {}, ...lines)),
    );
    // Where the screen is too narrow, the points go first: touching the dice tells them too.
    coachTable.classList.remove("fe-tight");
    coachTable.classList.toggle("fe-tight", coachTable.scrollWidth > coachTable.clientWidth);
  }

  // Computers move by themselves where the person at this page wants it; what the notebook asks
  // for counts only where the system does not ask for less motion.
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let wanted = false;
  let next = null;
  function pace({ on, label, wait }) {
    autoSwitch.hidden = label === "";
    say(autoSwitch, label);
    setAttributes(autoSwitch, { "aria-checked": on });
    clearTimeout(next);
    if (wait > 0 && (wanted || !still.matches)) {
      const { drawn } = model.get("_view");
      next = setTimeout(() => ask("next", null, { drawn }), wait);
    }
  }

  let before = {};
  function draw() {
    answered();
    const view = model.get("_view");
    const changed = (name) => JSON.stringify(view[name]) !== JSON.stringify(before[name]);
    setAttributes(table, { "aria-label": view.label });
    table.classList.toggle("fe-over", view.over);
    say(title, view.title);
    say(aim, view.aim);
    if (changed("scores")) drawScores(view.scores);
    message.dataset.kind = view.message.kind;
    say(message, view.message.text);
    hint.dataset.kind = view.hint.kind;
    say(hint, view.hint.text);
    drawButtons(view.buttons);
    say(riskSwitch, view.risk.label);
    setAttributes(riskSwitch, { "aria-checked": view.risk.on });
    say(riskText, view.risk.text);
    setAttributes(risk, { style: `--part: ${view.risk.part}` });
    risk.classList.toggle("fe-on", view.risk.on);
    if (changed("coach")) drawCoach(view.coach);
    pace(view.auto);
    say(notice, view.notice);
    say(turnsTitle, view.turnsTitle);
    if (changed("turns")) drawTurns(view.turns);
    if (changed("sheet")) drawSheet(view.sheet);
    before = view;
  }

  // The dice are what a player needs after a roll; the keyboard follows them there.
  function follow() {
    if (byKeyboard) queueMicrotask(() => queueMicrotask(dice.focus));
    byKeyboard = false;
  }

  riskSwitch.addEventListener("click", (event) => ask("risk", event));
  coachSwitch.addEventListener("click", (event) => ask("coach", event));
  autoSwitch.addEventListener("click", (event) => {
    wanted = !model.get("_view").auto.on;
    ask("auto", event);
  });
  model.on("change:_view", draw);
  model.on("change:rolls", follow);
  draw();
  return () => {
    answered();
    clearTimeout(next);
    dice.stop();
    model.off("change:_view", draw);
    model.off("change:rolls", follow);
  };
}
