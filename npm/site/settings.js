/** Settings, and the dialog that changes them. */

import { byId, dialog, element, onPress } from './dom.js';
import { loadSettings, saveSettings } from './store.js';
import { LANGUAGES, cellName } from './words.js';

export const settings = loadSettings();
/** How hints name cells. */
const CELLS = ['r1c1', 'A1', 'words'];

/** Connects the dialog. @param {() => void} onChange */
export function connectSettings(onChange) {
  const form = byId('settings-form', HTMLFormElement);
  const [language, cells] = [byId('language', HTMLSelectElement), byId('cells', HTMLSelectElement)];
  language.append(...Object.entries(LANGUAGES).map(([value, name]) => element('option', { value, lang: value }, name)));
  cells.append(...['r3c4', 'C4', cellName(3, 4)].map((name, place) => element('option', { value: CELLS[place] }, name)));
  const [showsTime, marksWrong] = [byId('shows-time', HTMLInputElement), byId('marks-wrong', HTMLInputElement)];
  const apply = () => {
    document.documentElement.dataset.theme = settings.theme;
    document.body.classList.toggle('hides-time', !settings.showsTime);
  };
  form.addEventListener('change', () => {
    const before = settings.language + settings.cells;
    Object.assign(settings, { language: language.value, cells: cells.value, theme: new FormData(form).get('theme'), showsTime: showsTime.checked, marksWrong: marksWrong.checked });
    saveSettings(settings);
    if (settings.language + settings.cells !== before) return location.reload();
    apply();
    onChange();
  });
  onPress('open-settings', () => {
    [language.value, cells.value, showsTime.checked, marksWrong.checked] = [settings.language, settings.cells, settings.showsTime, settings.marksWrong];
    for (const choice of form.querySelectorAll('input[name=theme]')) if (choice instanceof HTMLInputElement) choice.checked = choice.value === settings.theme;
    dialog('settings').showModal();
  });
  apply();
}
