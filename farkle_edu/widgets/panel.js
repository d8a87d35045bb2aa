const PATIENCE = 4000; // milliseconds without an answer before we say that Python is silent

function shape(tag, attributes = {}, ...children) {
  const it = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) it.setAttribute(name, value);
  it.append(...children);
  return it;
}

const say = (it, text) => { if (it.textContent !== text) it.textContent = text; };
const fresh = (prefix) => `${prefix}-${Math.random().toString(36).slice(2)}`;
const QUIET = { "data-lm-suppress-shortcuts": "true" };

// Every control gives its element, and a function that brings it up to date. The value that a
// person has just chosen stays until Python has answered to it.

function sliding(spec, tell) {
  const id = fresh("fe-slider");
  const output = node("output", { for: id });
  const input = node("input", { type: "range", id, ...QUIET });
  input.addEventListener("input", () => {
    // A number reads as itself at once; other words come from Python.
    if (spec.plain) say(output, input.value);
    tell(spec.name, Number(input.value));
  });
  const it = node("div", { class: "fe-control fe-slider" }, node("label", { for: id }), output, input);
  const update = (now, mine) => {
    spec = { ...now, plain: now.shown === String(now.value) };
    say(it.firstChild, now.label);
    setAttributes(input, { min: now.low, max: now.high, step: now.step });
    if (mine) return;
    if (Number(input.value) !== now.value) input.value = now.value;
    say(output, now.shown);
    setAttributes(input, { "aria-valuetext": now.shown });
  };
  return [it, update];
}

function numbering(spec, tell) {
  const input = node("input", { type: "number", inputmode: "numeric", ...QUIET });
  const name = node("span");
  input.addEventListener("change", () => tell(spec.name, Number(input.value)));
  const update = (now, mine) => {
    spec = now;
    say(name, now.label);
    setAttributes(input, { min: now.low, max: now.high, step: now.step });
    if (!mine) input.value = now.value;
  };
  return [node("label", { class: "fe-control" }, name, input), update];
}

function selecting(spec, tell) {
  const input = node("select", QUIET);
  const name = node("span");
  let known = "";
  input.addEventListener("change", () => tell(spec.name, input.value));
  const update = (now, mine) => {
    say(name, now.label);
    if (known !== JSON.stringify(now.options)) {
      known = JSON.stringify(now.options);
      input.replaceChildren(...now.options.map(([value, text]) => node("option", { value }, text)));
    }
    if (!mine) input.value = now.value;
  };
  return [node("label", { class: "fe-control" }, name, input), update];
}

function choosing(spec, tell) {
  const legend = node("legend");
  const group = fresh("fe-choice");
  const row = node("div", { class: "fe-options" });
  let known = "";
  const update = (now, mine) => {
    say(legend, now.label);
    if (known !== JSON.stringify(now.options)) {
      known = JSON.stringify(now.options);
      row.replaceChildren(...now.options.map(([value, text]) => {
        const input = node("input", { type: "radio", name: group, value, ...QUIET });
        input.addEventListener("change", () => tell(spec.name, value));
        return node("label", {}, input, node("span", {}, text));
      }));
    }
    if (mine) return;
    for (const input of row.querySelectorAll("input")) input.checked = input.value === now.value;
  };
  return [node("fieldset", { class: "fe-control fe-choice" }, legend, row), update];
}

function switching(spec, tell) {
  const it = button({ class: "fe-switch", role: "switch" });
  it.addEventListener("click", () => {
    const on = it.getAttribute("aria-checked") !== "true";
    setAttributes(it, { "aria-checked": on });
    tell(spec.name, on);
  });
  const update = (now, mine) => {
    say(it, now.label);
    if (!mine) setAttributes(it, { "aria-checked": now.value });
  };
  return [it, update];
}

function pressing(spec, tell, refuse) {
  const it = button({ class: "fe-button" });
  it.addEventListener("click", () => {
    if (spec.why) refuse(spec.why);
    else tell(spec.name, null);
  });
  let face = null;
  const update = (now) => {
    spec = now;
    it.className = now.face ? "fe-die" : `fe-button ${now.main ? "fe-next" : "fe-undo"}`;
    it.classList.toggle("fe-motion", now.motion);
    setAttributes(it, { "aria-disabled": Boolean(now.why) });
    if (!now.face) {
      say(it, now.label);
      return;
    }
    setAttributes(it, { "aria-label": now.label });
    if (face !== now.face) it.replaceChildren(drawDie(now.face));
    face = now.face;
  };
  return [it, update];
}

function saving(spec) {
  const it = button({ class: "fe-button fe-undo" });
  it.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([spec.text], { type: "text/csv;charset=utf-8" }));
    const link = node("a", { href: url, download: spec.file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
  });
  const update = (now) => {
    spec = now;
    say(it, now.label);
  };
  return [it, update];
}

function entering(spec, tell) {
  const tall = spec.lines > 1;
  const input = node(tall ? "textarea" : "input", {
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...QUIET,
    ...(tall ? { rows: spec.lines } : { type: "text" }),
  });
  const name = node("span");
  const hint = node("small");
  let told = null;
  const commit = () => {
    if (input.value !== told) tell(spec.name, (told = input.value));
  };
  // What is typed reaches Python before the press of any button does.
  input.addEventListener("change", commit);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !spec.enter || (tall && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    commit();
    tell(spec.enter, null);
  });
  const update = (now, mine) => {
    spec = now;
    say(name, now.label);
    say(hint, now.hint);
    if (mine) return;
    // Python's text replaces the typed one only when Python has changed it.
    if (now.value !== told) input.value = now.value;
    told = now.value;
  };
  return [node("label", { class: `fe-control ${tall ? "fe-wide" : ""}` }, name, input, hint), update];
}

// The tray of dice.js asks a model for what it shows: this control is its model.
function keeping(spec, tell) {
  const it = node("div", { class: "fe-wide" });
  const listeners = [];
  let heard = 0;
  let asked = 0;
  const model = {
    get: (name) => ({ kept: spec.value, heard, _words: spec.words })[name] ?? spec[name],
    on: (_, listener) => listeners.push(listener),
    off: () => listeners.splice(0),
    send: ({ kept, heard: number }) => {
      asked = number;
      tell(spec.name, kept);
    },
  };
  tray({ model, el: it });
  it.classList.remove("fe");
  const update = (now, mine) => {
    spec = mine ? { ...now, value: spec.value } : now;
    if (!mine) heard = asked;
    listeners[0]();
  };
  return [it, update];
}

const CONTROLS = {
  slider: sliding, number: numbering, select: selecting, choice: choosing, switch: switching,
  button: pressing, download: saving, entry: entering, keep: keeping,
};

// Parts: each gives its element and a function that brings it up to date.

function row(spec, tools) {
  const it = node("div", { class: "fe-controls" });
  const update = (now) => {
    if (now.label) setAttributes(it, { role: "group", "aria-label": now.label });
    it.classList.toggle("fe-faces", now.items.some((item) => item.face));
    it.classList.toggle("fe-switches", now.items.every((item) => item.kind === "switch"));
    tools.keepUp(it, now.items, CONTROLS);
  };
  return [it, update];
}

function cards() {
  const it = node("div", { class: "fe-scores fe-cards" });
  const update = ({ cards: list }) => it.replaceChildren(...list.map(({ label, value, more }) =>
    node("div", { class: "fe-score" }, node("span", { class: "fe-label" }, label),
      node("span", { class: "fe-value" }, value), node("span", { class: "fe-more" }, more))));
  return [it, update];
}

function paragraph(spec) {
  const it = node("p", { class: "fe-text", ...(spec.live ? { role: "status" } : {}) });
  const update = (now) => {
    it.dataset.tone = now.tone;
    say(it, now.text);
  };
  return [it, update];
}

function lying() {
  const it = node("div", { class: "fe-tray fe-lying", role: "img" });
  const update = ({ label, faces }) => {
    setAttributes(it, { "aria-label": label });
    it.replaceChildren(...faces.map((face) => {
      const die = node("span", { class: "fe-die" });
      die.append(drawDie(face));
      return die;
    }));
  };
  return [it, update];
}

function tabled(spec) {
  const table = node("table");
  const scroll = node("div", { class: "fe-sheet", role: "region", tabindex: "0", ...QUIET }, table);
  const summary = node("summary", QUIET);
  const title = node("p", { class: "fe-caption", "aria-hidden": "true" });
  const it = spec.folded
    ? node("details", { class: "fe-folded" }, summary, title, scroll)
    : node("div", {}, title, scroll);
  const update = ({ caption, heads, rows, marked, folded }) => {
    say(summary, folded);
    say(title, caption);
    setAttributes(scroll, { "aria-label": caption });
    const head = node("tr", {}, ...heads.map((text) => node("th", { scope: "col" }, text)));
    const lines = rows.map(([first, ...cells], n) => {
      const line = node("tr", {}, node("th", { scope: "row" }, first),
        ...cells.map((cell) => node("td", {}, cell)));
      line.classList.toggle("fe-best", marked.includes(n));
      return line;
    });
    table.replaceChildren(node("thead", {}, head), node("tbody", {}, ...lines));
  };
  return [it, update];
}

function running() {
  const it = node("div", { class: "fe-lanes", role: "img" });
  const update = ({ alt, runners }) => {
    setAttributes(it, { "aria-label": alt });
    while (it.childElementCount > runners.length) it.lastChild.remove();
    runners.forEach(({ name, part, text }, n) => {
      if (!it.children[n]) {
        it.append(node("div", { class: "fe-lane" }, node("b"), node("span"),
          node("i", { class: "fe-track" }, node("i"))));
      }
      const [who, said, track] = it.children[n].children;
      say(who, name);
      say(said, text);
      track.style.setProperty("--part", part);
    });
  };
  return [it, update];
}

function heated(spec, tools) {
  const table = node("table");
  const title = node("p", { class: "fe-caption", "aria-hidden": "true" });
  const ways = node("p", { class: "fe-ways" });
  const scroll = node("div", { class: "fe-heat", role: "region", tabindex: "0", ...QUIET }, table);
  const it = node("div", {}, title, ways, scroll);
  table.addEventListener("click", ({ target }) => {
    const cell = target.closest("td[data-at]");
    if (cell) tools.tell(spec.name, cell.dataset.at.split(",").map(Number));
  });
  const update = (now) => {
    const { caption, across, down, columns, rows, cells, here } = now;
    say(title, caption);
    setAttributes(scroll, { "aria-label": caption });
    say(ways, `↓ ${down}   → ${across}`);
    const head = node("tr", {}, node("td"),
      ...columns.map((text) => node("th", { scope: "col" }, text)));
    const lines = cells.map((line, r) => node("tr", {}, node("th", { scope: "row" }, rows[r]),
      ...line.map(([level, text, said], c) => {
        const cell = node("td", {
          "data-at": `${r},${c}`,
          style: `--far: ${Math.abs(2 * level - 1).toFixed(3)}`,
          class: level < 0.5 ? "fe-low" : "fe-high",
        });
        if (said === undefined) cell.append(text);
        else {
          cell.append(node("span", { "aria-hidden": "true" }, text),
            node("span", { class: "fe-hidden" }, said));
        }
        if (here && here[0] === r && here[1] === c) setAttributes(cell, { "aria-current": "true" });
        return cell;
      })));
    table.replaceChildren(node("thead", {}, head), node("tbody", {}, ...lines));
  };
  return [it, update];
}

const LEFT = 52;
const TOP = 12;

// Drawn at the width it has, so that words stay as large on a phone as on a wall.
function charted() {
  const holder = node("div", { class: "fe-plot", role: "img" });
  const legend = node("div", { class: "fe-legend", "aria-hidden": "true" });
  // What the axes are is plain text, which breaks where the page is narrow.
  const upwards = node("div", { class: "fe-axis", "aria-hidden": "true" });
  const across = node("div", { class: "fe-axis fe-across", "aria-hidden": "true" });
  const it = node("div", { class: "fe-chart" }, upwards, holder, across, legend);
  const hatch = fresh("fe-hatch");
  let spec = null;
  let drawn = 0;

  function paint() {
    drawn = holder.clientWidth;
    if (!spec || !drawn) return;
    const size = drawn > 1100 ? 17 : 13;
    const [share, least, most] = spec.small ? [0.26, 150, 260] : [0.4, 190, 380];
    const height = Math.round(Math.min(Math.max(drawn * share, least), most));
    const bottom = height - size - 7;
    const right = drawn - 12;
    const left = LEFT + (size - 13) * 4;
    const span = (spec.x.high - spec.x.low) || 1;
    const x = (value) => left + ((right - left) * (value - spec.x.low)) / span;
    const y = (value) => bottom - ((bottom - TOP) * value) / (spec.y.high || 1);
    const word = (text, attributes) => shape("text", { "font-size": size, ...attributes }, text);
    const svg = shape("svg", {
      viewBox: `0 0 ${drawn} ${height}`, width: drawn, height, "aria-hidden": "true",
    }, shape("defs", {}, shape("pattern", {
      id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
    }, shape("rect", { width: 6, height: 6, class: "fe-hatch-ground" }),
      shape("rect", { width: 2.5, height: 6, class: "fe-hatch-line" }))));
    for (const [value, text] of spec.y.ticks) {
      svg.append(shape("line", { x1: left, x2: right, y1: y(value), y2: y(value), class: "fe-grid" }),
        word(text, { x: left - 7, y: y(value) + size * 0.35, "text-anchor": "end" }));
    }
    for (const one of spec.series) svg.append(...line(one, x, y, bottom));
    svg.append(shape("line", { x1: left, x2: right, y1: bottom, y2: bottom, class: "fe-base" }));
    // Words that would touch the one before are left out.
    let free = -Infinity;
    for (const [value, text] of spec.x.ticks) {
      const half = (text.length * size * 0.58) / 2;
      const middle = Math.min(Math.max(x(value), half), drawn - half);
      if (middle - half < free) continue;
      free = middle + half + 6;
      svg.append(word(text, { x: middle, y: bottom + size + 4, "text-anchor": "middle" }));
    }
    for (const [value, text] of spec.marks) {
      const place = x(value);
      const end = place > (left + right) / 2;
      svg.append(shape("line", { x1: place, x2: place, y1: TOP - 2, y2: bottom, class: "fe-at" }),
        word(text, {
          x: place + (end ? -5 : 5), y: TOP + size - 4, "text-anchor": end ? "end" : "start",
          class: "fe-at-text",
        }));
    }
    holder.replaceChildren(svg);
  }

  function line(one, x, y, bottom) {
    const kind = `fe-look-${one.look}`;
    if (one.shape === "line") {
      const path = one.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
      return [shape("polyline", { points: path, class: `fe-line ${kind}` })];
    }
    if (one.shape === "dots") {
      return one.points.map(([a, b]) => shape("circle", {
        cx: x(a), cy: y(b), r: 5, class: `fe-dot ${kind}`,
      }));
    }
    const frame = one.shape === "frames";
    return one.points.map(([a, b]) => {
      const wide = Math.max(x(a + one.width / 2) - x(a - one.width / 2), 1.6);
      // A chance that is there shows, however small.
      const high = b > 0 ? Math.max(bottom - y(b), 1.5) : 0;
      return shape("rect", {
        x: x(a) - wide / 2, y: bottom - high, width: wide, height: high,
        class: frame ? `fe-frame ${kind}` : `fe-column ${kind}`,
        ...(one.look === 1 && !frame ? { fill: `url(#${hatch})` } : {}),
      });
    });
  }

  const update = (now) => {
    spec = now;
    setAttributes(holder, { "aria-label": now.alt });
    say(upwards, now.y.label);
    say(across, now.x.label);
    const named = now.series.filter((one) => one.name);
    legend.replaceChildren(...named.map((one) => node("span", {
      class: `fe-key fe-key-${one.shape} fe-look-${one.look}`,
    }, one.name)));
    paint();
  };
  const watch = new ResizeObserver(() => {
    if (holder.clientWidth !== drawn) paint();
  });
  watch.observe(holder);
  return [it, update, () => watch.disconnect()];
}

const PARTS = {
  controls: row, figures: cards, text: paragraph, dice: lying, table: tabled, lanes: running,
  heat: heated, chart: charted,
};

function render({ model, el }) {
  const title = node("div", { class: "fe-title" });
  const question = node("div", { class: "fe-question" });
  const notice = node("div", { class: "fe-notice", role: "status" });
  const body = node("div", { class: "fe-parts" });
  const panel = node("div", { class: "fe-table fe-panel", role: "group" },
    node("div", { class: "fe-panel-head" }, title, question), notice, body);
  const made = new Map(); // an element's update and what to do at its end
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // Said below what the person used last, however long the panel is.
  let used = null;
  function notify(text) {
    const place = text && used?.parentElement === body ? used : null;
    if (place && notice.previousElementSibling !== place) place.after(notice);
    say(notice, text);
  }

  let sent = 0;
  let flying = null; // the name of the control that waits for its answer
  let patience = null;
  let timer = null;
  const queue = [];
  const chosen = new Set(); // the controls used since Python last answered to them

  function next() {
    if (flying !== null || queue.length === 0) return;
    const message = queue.shift();
    flying = message.name;
    sent = Math.max(sent, model.get("_view").heard) + 1;
    // Set first: where the kernel is gone, sending fails.
    wait();
    model.send({ ...message, heard: sent });
  }

  // While other cells run, the question stands in line behind them.
  function wait() {
    patience = setTimeout(() => {
      if (busy(model)) {
        notify(model.get("_view").busy);
        wait();
        return;
      }
      flying = null;
      queue.splice(0);
      notify(model.get("_view").silent);
    }, PATIENCE);
  }

  function use(name) {
    const it = [...body.querySelectorAll("[data-name]")].find((one) => one.dataset.name === name);
    used = it?.closest(".fe-parts > *") ?? null;
  }

  // One question at a time; of a slider that moves on meanwhile, only the last place is asked.
  function tell(name, value, more = {}) {
    clearTimeout(timer);
    chosen.add(name);
    use(name);
    const last = queue.at(-1);
    if (last?.name === name && value !== null) last.value = value;
    else queue.push({ name, value, ...more });
    next();
  }

  const tools = {
    tell,
    // Brings the elements below `it` up to date with a list; those that stay are not moved, so
    // that none loses the keyboard.
    keepUp(it, list, kinds) {
      const key = (spec) => `${spec.kind} ${spec.name}`;
      const wanted = new Set(list.map(key));
      let lost = false;
      for (const child of [...it.children]) {
        if (child === notice || wanted.has(child.dataset.key)) continue;
        made.get(child)?.end?.();
        made.delete(child);
        lost ||= child.contains(document.activeElement);
        child.remove();
      }
      const here = new Map([...it.children].map((child) => [child.dataset.key, child]));
      let place = it.firstElementChild;
      for (const spec of list) {
        if (place === notice) place = place.nextElementSibling;
        let child = here.get(key(spec));
        if (!child) {
          const [element, update, end] = kinds[spec.kind](spec, kinds === PARTS ? tools : tell,
            // While an answer is on its way, only Python knows whether a button may be pressed.
            (why) => {
              if (flying !== null) {
                tell(spec.name, null);
                return;
              }
              use(spec.name);
              notify(why);
            });
          child = element;
          child.dataset.key = key(spec);
          child.dataset.name = spec.name;
          made.set(child, { update, end, shown: "" });
        }
        if (child === place) place = place.nextElementSibling;
        else it.insertBefore(child, place);
        const mine = flying === spec.name || queue.some(({ name }) => name === spec.name);
        const shown = JSON.stringify(spec);
        const known = made.get(child);
        const answered = !mine && chosen.delete(spec.name);
        // Rows look after what is in them, whatever they say of themselves.
        if (spec.kind === "controls" || answered || known.shown !== shown) known.update(spec, mine);
        known.shown = shown;
      }
      // Taking away what has the focus would throw the keyboard back to the top of the page.
      if (lost) it.querySelector("button, input, select, textarea")?.focus();
    },
  };

  function draw() {
    const view = model.get("_view");
    if (view.heard >= sent) {
      clearTimeout(patience);
      flying = null;
    }
    el.lang = model.get("language");
    say(title, view.title);
    say(question, view.question);
    setAttributes(panel, { "aria-label": view.title });
    notify(view.notice);
    tools.keepUp(body, view.parts, PARTS);
    next();
    clearTimeout(timer);
    if (view.then && !still.matches && flying === null) {
      const [name, wait] = view.then;
      timer = setTimeout(() => tell(name, null, { drawn: view.drawn }), wait);
    }
  }

  el.classList.add("fe");
  el.append(panel);
  model.on("change:_view", draw);
  draw();
  return () => {
    clearTimeout(patience);
    clearTimeout(timer);
    for (const { end } of made.values()) end?.();
    model.off("change:_view", draw);
  };
}
