/** Helpers for elements of the page. */

/** Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string>} attributes @param {(string | Node)[]} children */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number>} attributes */
export function svgElement(tag, attributes = {}) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** Returns the element with an id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id @param {new () => Kind} [kind] @returns {Kind} */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** Sets the texts of elements, by id. @param {Record<string, string>} texts */
export function setTexts(texts) {
  for (const [id, text] of Object.entries(texts)) byId(id).textContent = text;
}

/** Returns the dialog with an id. @param {string} id */
export const dialog = (id) => byId(id, HTMLDialogElement);

/** Returns true while a dialog is open: what is behind it neither moves nor takes keys. */
export const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

/** Asks before something is lost; the answer is true if the player agrees. @param {string} question @param {string} action */
export function ask(question, action) {
  const asking = dialog('asking');
  setTexts({ 'asking-head': question, 'asking-yes': action });
  asking.returnValue = '';
  asking.showModal();
  return new Promise((done) => asking.addEventListener('close', () => done(asking.returnValue === 'yes'), { once: true }));
}

/** Makes an icon of the page. @param {string} name */
export function icon(name) {
  const view = svgElement('svg', { 'aria-hidden': 'true' });
  view.append(svgElement('use', { href: `#i-${name}` }));
  return view;
}

/** Runs an action when a button is pressed. @param {string} id @param {() => unknown} action */
export const onPress = (id, action) => byId(id, HTMLButtonElement).addEventListener('click', action);
