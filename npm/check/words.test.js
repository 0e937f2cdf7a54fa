/** The words of the page: every text of its English is in each language, with the same slots. `node --test words.test.js` */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const SITE = new URL("../site/", import.meta.url);
const read = (name) => readFileSync(new URL(name, SITE), "utf8");
const files = (folder, ending) => readdirSync(new URL(folder, SITE)).filter((name) => name.endsWith(ending));

/** Texts and labels of the page, without those that stay as they are. */
function textsOfPage() {
  const html = read("index.html").replace(/<(\w+)[^>]* translate="no"[^>]*>.*?<\/\1>/gs, "");
  const texts = [...html.matchAll(/>([^<]+)<|aria-label="([^"]+)"/g)].map(([, text, label]) => (text ?? label).trim());
  return texts.filter((text) => /[a-z]{2}/i.test(text));
}

/** Texts of the modules: each `say` has its English at hand. */
function textsOfModules() {
  const modules = files(".", ".js").filter((name) => name !== "words.js").map((name) => [name, read(name)]);
  return modules.flatMap(([name, code]) => {
    const texts = [...code.matchAll(/\bsay\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text);
    assert.equal(texts.length, code.split("say(").length - 1, `${name}: say takes a text`);
    return texts;
  });
}

/** Slots that a text prints, and those that choose a form. */
const slotsOf = (text) => ({
  printed: [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot))].sort(),
  chosen: [...text.matchAll(/\{(\w+)\?/g)].map(([, slot]) => slot),
});

const ENGLISH = [...new Set([...textsOfPage(), ...textsOfModules()])];
const LANGUAGES = Object.fromEntries(files("languages", ".json").map((name) => [name.slice(0, 2), JSON.parse(read(`languages/${name}`))]));

test("the languages are those that the page offers", () => {
  const offered = read("words.js").match(/LANGUAGES = \{(.*)\}/)[1].matchAll(/(\w\w):/g);
  assert.deepEqual(["en", ...Object.keys(LANGUAGES)].sort(), [...offered].map(([, code]) => code).sort());
  const kept = read("sw.js").match(/\[('\w\w'(?:, '\w\w')*)\]/)[1].matchAll(/\w\w/g);
  assert.deepEqual([...kept].map(([code]) => code).sort(), Object.keys(LANGUAGES).sort());
});

for (const [language, texts] of Object.entries(LANGUAGES)) {
  test(`${language} has every text, and no other`, () => {
    assert.deepEqual(Object.keys(texts).sort(), [...ENGLISH].sort());
    for (const [english, text] of Object.entries(texts)) assert.ok(text.trim(), english);
  });

  test(`${language} has the slots of every text`, () => {
    for (const [english, text] of Object.entries(texts)) {
      const [own, model] = [slotsOf(text), slotsOf(english)];
      assert.deepEqual(own.printed, model.printed, `${english}: ${text}`);
      for (const slot of own.chosen) assert.ok(model.chosen.includes(slot), `${english}: ${text}`);
      assert.equal(text.split("{").length, text.split("}").length, text);
    }
  });
}
