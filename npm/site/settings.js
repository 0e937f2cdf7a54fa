/** Settings, and the dialog that changes them. */

import { byId, dialog, onPress } from './dom.js';
import { loadSettings, saveSettings } from './store.js';

export const settings = loadSettings();

/** Connects the dialog. @param {() => void} onChange */
export function connectSettings(onChange) {
  const form = byId('settings-form', HTMLFormElement);
  const [showsTime, marksWrong] = [byId('shows-time', HTMLInputElement), byId('marks-wrong', HTMLInputElement)];
  const apply = () => {
    document.documentElement.dataset.theme = settings.theme;
    document.body.classList.toggle('hides-time', !settings.showsTime);
  };
  form.addEventListener('change', () => {
    Object.assign(settings, { theme: new FormData(form).get('theme'), showsTime: showsTime.checked, marksWrong: marksWrong.checked });
    saveSettings(settings);
    apply();
    onChange();
  });
  onPress('open-settings', () => {
    Object.assign(showsTime, { checked: settings.showsTime });
    Object.assign(marksWrong, { checked: settings.marksWrong });
    for (const choice of form.querySelectorAll('input[name=theme]')) if (choice instanceof HTMLInputElement) choice.checked = choice.value === settings.theme;
    dialog('settings').showModal();
  });
  apply();
}
