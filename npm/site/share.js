/** Dialog of links. */

/** @import { Play } from './state.js' */
import { byId, dialog, onPress } from './dom.js';
import { linkOf } from './puzzles.js';
import { say } from './words.js';

/** Connects the dialog of links. @param {() => Play} current */
export function connectShare(current) {
  const withEntries = byId('with-entries', HTMLInputElement);
  const [link, grid] = [byId('link', HTMLInputElement), byId('grid-text', HTMLInputElement)];
  const status = byId('share-status');
  const update = () => { link.value = linkOf(current(), withEntries.checked); };
  withEntries.addEventListener('change', update);
  onPress('share', () => {
    update();
    status.textContent = '';
    grid.value = current().id;
    dialog('sharing').showModal();
  });
  /** Copies a field; where that is not allowed, it is selected. @param {HTMLInputElement} field */
  async function copy(field) {
    field.select();
    const tell = (/** @type {string} */ text) => { status.textContent = text; };
    await navigator.clipboard?.writeText(field.value).then(() => tell(say('Copied.')), () => tell(say('Selected.')));
  }
  onPress('copy-link', () => copy(link));
  onPress('copy-grid', () => copy(grid));
}
