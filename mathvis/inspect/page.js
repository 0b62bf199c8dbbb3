"use strict";
(() => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const item = (key) => document.getElementById("i-" + key);
  const record = (key) => document.getElementById("r-" + key);
  const nothing = document.getElementById("nothing");
  const list = document.getElementById("list");
  const layer = document.getElementById("layer");
  let pinned = null;
  let lit = [];

  function light(keys, finding) {
    for (const old of lit) old.classList.remove("on");
    lit = keys.map(item).filter(Boolean);
    lit.push(...find("#list button").filter((button) => keys.includes(button.dataset.of)));
    if (finding) lit.push(...find(".mark").filter((mark) => mark.dataset.finding === finding));
    for (const one of lit) one.classList.add("on");
  }

  function show(key) {
    for (const open of find("#record article:not([hidden])")) open.hidden = true;
    const found = key === null ? null : record(key);
    nothing.hidden = found !== null;
    if (found) found.hidden = false;
    light(found ? [key] : []);
  }

  const keyOf = (target) => {
    const owner = target instanceof Element ? target.closest("[data-of]") : null;
    return owner ? owner.dataset.of : null;
  };

  for (const place of [layer, list]) {
    place.addEventListener("pointerover", (event) => show(keyOf(event.target) ?? pinned));
    place.addEventListener("pointerleave", () => show(pinned));
    place.addEventListener("focusin", (event) => show(keyOf(event.target)));
    place.addEventListener("click", (event) => {
      const key = keyOf(event.target);
      pinned = key === pinned ? null : key;
      show(key ?? pinned);
    });
  }

  // One of the things in the picture and one of the list can be reached with the Tab key; arrow keys lead on.
  function rove(place, selector) {
    const all = () => find(selector).filter((one) => !one.closest("[hidden], .dim"));
    const to = (one) => {
      for (const other of find(selector)) other.setAttribute("tabindex", "-1");
      if (one) one.setAttribute("tabindex", "0");
    };
    place.addEventListener("focusin", (event) => {
      const one = event.target.closest(selector);
      if (one) to(one);
    });
    place.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
      const one = event.target.closest(selector);
      if (!one) return;
      const there = all();
      if (event.key in steps) there.at((there.indexOf(one) + steps[event.key]) % there.length).focus();
      else if (event.key === "Home") there.at(0).focus();
      else if (event.key === "End") there.at(-1).focus();
      else if ((event.key === "Enter" || event.key === " ") && place === layer) pinned = keyOf(one);
      else return;
      event.preventDefault();
    });
    to(all()[0]);
    return () => to(all()[0]);
  }
  const again = [rove(layer, "#items .item"), rove(list, "#list button")];

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      pinned = null;
      show(null);
    }
  });

  const start = location.hash.slice(1);
  if (/^[enp]\d+$/.test(start) && record(start)) {
    pinned = start;
    show(start);
  }

  const search = document.getElementById("search");
  const count = document.getElementById("count");
  const rows = find("#list li");
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every((word) => row.dataset.search.includes(word));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
      item(row.firstElementChild.dataset.of)?.classList.toggle("dim", !fits);
    }
    count.textContent = `${shown} of ${rows.length}`;
    for (const start of again) start();
  });

  for (const box of find("#toggles input")) {
    const apply = () => document.body.classList.toggle(box.dataset.class, box.checked === (box.dataset.when === "on"));
    box.addEventListener("change", apply);
    apply();
  }

  for (const row of find("#findings button")) {
    const keys = row.dataset.elements.split(" ").filter(Boolean);
    const on = () => light(keys, row.dataset.finding);
    row.addEventListener("pointerenter", on);
    row.addEventListener("focus", on);
    row.addEventListener("pointerleave", () => show(pinned));
    row.addEventListener("blur", () => show(pinned));
  }
})();
