// What every widget shares: elements, dice, and the tray. There is no `export` here: Python
// puts this text in front of each widget's own, so that no build step is needed.

const PIPS = {
  0: [],
  1: [[50, 50]],
  2: [[27, 27], [73, 73]],
  3: [[25, 25], [50, 50], [75, 75]],
  4: [[27, 27], [73, 27], [27, 73], [73, 73]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[29, 23], [71, 23], [29, 50], [71, 50], [29, 77], [71, 77]],
};

function node(tag, attributes = {}, ...children) {
  const it = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) it.setAttribute(name, value);
  it.append(...children);
  return it;
}

// JupyterLab acts on single keys (b, x, d d, Enter) unless the focused element says not to.
function button(attributes, ...children) {
  return node("button", { type: "button", "data-lm-suppress-shortcuts": "true", ...attributes },
    ...children);
}

function drawing(box, ...shapes) {
  const make = (tag, attributes) => {
    const it = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) it.setAttribute(name, value);
    return it;
  };
  const svg = make("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" });
  svg.append(...shapes.map(([tag, attributes]) => make(tag, attributes)));
  return svg;
}

function drawDie(face) {
  const block = { x: 2, width: 96, rx: 21 };
  return drawing(
    "0 0 100 108",
    ["rect", { ...block, y: 10, height: 96, class: "fe-side" }],
    ["rect", { ...block, y: 2, height: 96, class: "fe-face" }],
    ["rect", { x: 8, y: 7, width: 84, height: 84, rx: 30, class: "fe-shine" }],
    ...PIPS[face].map(([cx, cy]) => ["circle", { cx, cy, r: 9.5, class: "fe-pip" }]),
  );
}

const CHECK = ["path", { d: "M5.5 12.5l4.2 4.2 8.8-9.2", class: "fe-stroke" }];
const LOCK = ["path", { d: "M7 11h10v7H7zM9 11V8.5a3 3 0 0 1 6 0V11", class: "fe-stroke" }];

function mark(shape, kind) {
  const it = node("span", { class: `fe-mark ${kind}` });
  it.append(drawing("0 0 24 24", shape));
  return it;
}

// Where the page cannot tell whether the kernel is at work, it is not.
const busy = (model) => model.widget_manager?.kernel?.status === "busy";

const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function setAttributes(it, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (it.getAttribute(name) !== String(value)) it.setAttribute(name, value);
  }
}

// Draws the tray of `model` in `el`. Touches go to Python as messages, not as trait changes:
// messages keep their order with a widget's other actions, and carry the roll they belong to,
// so a late touch can never land on the next roll.
function tray({ model, el }) {
  const group = node("div", { role: "group", class: "fe-tray" });
  const dice = [];
  let kept = [];
  let sent = 0;
  let here = 0;
  let shown = null;

  const fixed = (i) =>
    model.get("disabled") || model.get("locked").includes(i) || model.get("faces")[i] === 0;

  function toggle(i) {
    if (fixed(i)) return;
    kept = kept.includes(i) ? kept.filter((k) => k !== i) : [...kept, i].sort((a, b) => a - b);
    sent = Math.max(sent, model.get("heard")) + 1;
    model.send({ kept, rolls: model.get("rolls"), heard: sent });
    paint();
  }

  function step(event) {
    const last = dice.length - 1;
    const to = {
      ArrowLeft: Math.max(here - 1, 0), ArrowUp: Math.max(here - 1, 0),
      ArrowRight: Math.min(here + 1, last), ArrowDown: Math.min(here + 1, last),
      Home: 0, End: last,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    here = to;
    paint();
    dice[here].focus();
  }

  function paint() {
    const faces = model.get("faces");
    const locked = model.get("locked");
    const words = model.get("_words");
    const fresh = shown !== null && shown !== model.get("rolls");
    shown = model.get("rolls");
    setAttributes(group, { "aria-label": model.get("label") });
    while (dice.length > faces.length) dice.pop().remove();
    while (dice.length < faces.length) {
      const i = dice.length;
      dice.push(button({ class: "fe-die", style: `--i: ${i}` }));
      dice[i].addEventListener("click", () => {
        here = i;
        toggle(i);
      });
      dice[i].addEventListener("focus", () => {
        here = i;
        dice.forEach((die, k) => { die.tabIndex = k === here ? 0 : -1; });
      });
      group.append(dice[i]);
    }
    here = Math.min(here, Math.max(faces.length - 1, 0));
    dice.forEach((die, i) => {
      const isKept = kept.includes(i);
      const isLocked = locked.includes(i);
      if (die.dataset.face !== String(faces[i])) {
        die.dataset.face = faces[i];
        die.replaceChildren(drawDie(faces[i]), mark(CHECK, "fe-check"), mark(LOCK, "fe-lock"));
      }
      const spoken = isLocked ? words.locked : isKept ? words.kept : words.plain;
      setAttributes(die, {
        "aria-pressed": isKept,
        "aria-disabled": fixed(i),
        "aria-label": fill(spoken, {
          number: i + 1, total: faces.length, face: words.faces[faces[i]],
        }),
        tabindex: i === here ? 0 : -1,
      });
      die.classList.toggle("fe-kept", isKept);
      die.classList.toggle("fe-locked", isLocked);
      die.classList.toggle("fe-blank", faces[i] === 0);
      if (fresh) {
        die.classList.remove("fe-rolling");
        void die.offsetWidth; // without this the browser would not start the animation again
        die.classList.toggle("fe-rolling", faces[i] !== 0 && !isLocked);
      }
    });
  }

  // Python's answer to an earlier touch must not undo a later one that is still on its way.
  function listen() {
    if (model.get("heard") >= sent || shown !== model.get("rolls")) kept = model.get("kept");
    paint();
  }

  group.addEventListener("keydown", step);
  el.classList.add("fe");
  if (model.get("language")) el.lang = model.get("language");
  el.append(group);
  const names = ["faces", "kept", "locked", "disabled", "label", "rolls", "heard", "_words"];
  // One change on the Python side arrives as several events: paint once, when all are in.
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      listen();
    });
  };
  for (const name of names) model.on(`change:${name}`, soon);
  listen();
  return {
    kept: () => kept,
    rolls: () => shown,
    focus: () => {
      const first = dice.findIndex((_, i) => !fixed(i));
      if (first >= 0) dice[first].focus();
    },
    stop: () => {
      for (const name of names) model.off(`change:${name}`, soon);
    },
  };
}
