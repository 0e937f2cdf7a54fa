/** Words of the page in the language of the player. English is in the page and its modules; `languages` has the others, by the English text. */

import { loadSettings } from './store.js';

/** Languages of the page, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' };

const settings = loadSettings();
const codes = [settings.language, ...navigator.languages.map((code) => code.split('-')[0])];
const wanted = codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';

/** @typedef {[texts: Record<string, string>, wording?: string]} Texts */

/** Loads the texts of a language by their English, and the wording of the engine. English needs neither. @param {string} code @returns {Promise<Texts>} */
const load = async (code) => (code === 'en' ? [{}] : [
  await (await fetch(`languages/${code}.json`)).json(), (await import(`./gridmill/languages/${code}.js`)).default,
]);

// English is better than no page.
const loaded = await load(wanted).catch(() => undefined);
/** Code of the language. */
export const language = loaded ? wanted : 'en';
/** @type {Texts} */ const [texts, wording] = loaded ?? [{}];
/** Words of the engine. */
export const engineWords = { wording, cells: settings.cells };

/** `{n?one|many}` or `{n?one|many|none}`: the form for a number, which can have slots. */
const CHOICE = /\{(\w+)\?((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)(?:\|((?:[^{}|]|\{\w+\})*))?\}/g;
const SLOT = /\{(\w+)\}/g;

/** @typedef {Record<string, string | number>} Slots */

/** @param {string} text @param {Slots} slots */
const fill = (text, slots) => text
  .replace(CHOICE, (_, slot, one, many, none = many) => [none, one][Number(slots[slot])] ?? many)
  .replace(SLOT, (_, slot) => String(slots[slot]));

/** Returns a text of the page in the language, with the values of its slots. @param {string} english @param {Slots} [slots] */
export const say = (english, slots = {}) => fill(texts[english] ?? english, slots);

/** Returns a text of the wording that is one line. @param {string} key */
const worded = (key) => wording?.match(new RegExp(`^${key}: (.*)$`, 'm'))?.[1];

/** Abbreviations in the names of techniques and roles. */
const SHORT_NAMES = /\b(aic|als|bug|xyz|xy|w|x)\b/g;
/** Returns a name of the engine, such as `empty_rectangle`, in words. @param {'difficulty' | 'legend' | 'title'} kind @param {string} name */
export const nameOf = (kind, name) => worded(`${kind}.${name}`) ?? name.replaceAll('_', ' ').replace(SHORT_NAMES, (short) => short.toUpperCase());
/** Returns the name of a cell in words, counted from 1. @param {number} row @param {number} column */
export const cellName = (row, column) => fill(worded('cell') ?? 'row {row} column {column}', { row, column });

/** @param {string} name */
export const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** Makes a sentence of a message, or of the message of an error. @param {unknown} message */
export const sentence = (message) => capitalized((message instanceof Error ? message.message : String(message)).replace(/[.。]$/, '')) + (language === 'ja' ? '。' : '.');

/** A date in words. @param {string} date @param {Intl.DateTimeFormatOptions} parts */
export const dateWords = (date, parts) => new Date(date).toLocaleDateString(language === 'en' ? 'en-GB' : language, { ...parts, timeZone: 'UTC' });

/** Puts the texts and labels of the page into the language. */
export function translatePage() {
  if (language === 'en') return;
  document.documentElement.lang = language;
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) node.data = node.data.replace(/\S(.*\S)?/s, (text) => say(text));
    else if (node instanceof Element && node.ariaLabel) node.ariaLabel = say(node.ariaLabel);
  }
}
