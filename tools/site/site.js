// What is too wide for the screen is scrolled, with the keyboard as well.
function scrollable() {
  for (const it of document.querySelectorAll("main pre, .formula, main table, .output")) {
    if (it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight) it.tabIndex = 0;
    else it.removeAttribute("tabindex");
  }
}
addEventListener("resize", scrollable);
scrollable();

const box = document.getElementById("search");
const found = document.getElementById("found");
let pages = null;

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function around(text, word) {
  const at = plain(text).indexOf(word);
  if (at < 0) return text.slice(0, 120);
  const from = Math.max(0, at - 50);
  return (from ? "… " : "") + text.slice(from, at + 90) + " …";
}

async function look() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  if (!words.length) {
    found.hidden = true;
    return;
  }
  pages ??= await (await fetch("search.json")).json();
  const hits = pages
    .map((page) => ({ page, title: plain(page.title), text: plain(page.text) }))
    .filter(({ title, text }) => words.every((word) => title.includes(word) || text.includes(word)))
    .sort((a, b) => b.title.includes(words[0]) - a.title.includes(words[0]))
    .slice(0, 8);
  const list = document.createElement("ul");
  for (const { page } of hits) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = page.file;
    link.textContent = page.title;
    const part = document.createElement("p");
    part.textContent = around(page.text, words[0]);
    item.append(link, part);
    list.append(item);
  }
  const count = document.createElement("p");
  count.textContent = hits.length === 1 ? "1 page" : `${hits.length} pages`;
  found.replaceChildren(count, list);
  found.hidden = false;
}

box.addEventListener("input", look);
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !found.hidden) {
    found.hidden = true;
    box.focus();
  }
});
