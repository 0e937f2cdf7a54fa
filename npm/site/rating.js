/** Dialog of ratings, by two scales. */

/** @import { Rating } from './gridmill/index.js' */
/** @import { Play } from './state.js' */
import { byId, dialog, element, onPress } from './dom.js';
import { engine, fullEngine } from './engine.js';
import { nameOf, say, sentence } from './words.js';

/** Connects the dialog of ratings. @param {() => Play} current */
export function connectRating(current) {
  const [hodoku, se, more] = [byId('hodoku'), byId('se'), byId('rate-se')];
  onPress('rate', () => {
    dialog('rating').showModal();
    se.replaceChildren();
    more.hidden = false;
    return showRating(hodoku, engine.rate(current().id));
  });
  onPress('rate-se', () => {
    more.hidden = true;
    // The button had the focus, which stays in the dialog.
    se.focus();
    return showRating(se, fullEngine().rate(current().id, { rulebook: 'se' }));
  });
}

/** @param {HTMLElement} place @param {Promise<Rating>} asked */
async function showRating(place, asked) {
  place.replaceChildren(element('p', {}, say('Rating …')));
  try {
    const views = factsOf(await asked).map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value ?? '–')));
    place.replaceChildren(element('dl', {}, ...views));
  } catch (problem) {
    place.replaceChildren(element('p', { class: 'alert' }, sentence(problem)));
  }
}

/** @param {Rating} rating @returns {[string, string | undefined][]} */
function factsOf({ scale, level, score, er, ep, ed, er_at_least: least, hardest, steps }) {
  /** @type {[string, string | undefined]} */
  const technique = [say('Hardest technique'), hardest ? nameOf('title', hardest) : undefined];
  if (scale.startsWith('hodoku')) return [[say('Level'), level ? nameOf('difficulty', level) : say('beyond this scale')], [say('Score'), score?.toString()], technique, [say('Steps'), `${steps}`]];
  const hardestStep = least == null ? er?.toFixed(1) : say('{number} or more', { number: least.toFixed(1) });
  return [[say('ER, hardest step'), hardestStep], [say('EP, to the first placement'), ep?.toFixed(1)], [say('ED, first step'), ed?.toFixed(1)], technique];
}
