/** Checks of the page as a game, which run in any browser. */

import { strict as assert } from 'node:assert';
import { SIZES } from './visitor.js';

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
export const EXTREME_LINK = '#seed=check&index=0&level=extreme';
const PHONE = [390, 844];

/** @param {string} date A date as YYYY-MM-DD @param {number} days */
const dateAfter = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
/** Position of a cell that is empty in EASY: the first one. */
const EMPTY = [1, 3];

/** Buttons that open a dialog, and the dialog. */
export const DIALOGS = {
  'open-new': 'new', 'open-games': 'games', 'open-calendar': 'calendar', 'open-statistics': 'statistics', 'open-settings': 'settings', 'rate': 'rating',
  'share': 'sharing', 'print': 'printing', 'open-help': 'help', 'pause': 'paused',
};

/** Plays EASY to the end by the keyboard alone: the arrows lead through the rows, there and back. */
export async function playByKeyboard(visitor) {
  await visitor.focus(1, 1);
  let left = EASY.split('.').length - 1;
  for (let row = 0; left; row++) {
    for (let step = 0; step < 9 && left; step++) {
      const place = row * 9 + (row % 2 ? 8 - step : step);
      if (step) await visitor.keys(row % 2 ? 'ArrowLeft' : 'ArrowRight');
      if (EASY[place] !== '.') continue;
      await visitor.keys(SOLUTION[place]);
      left -= 1;
    }
    if (left) await visitor.keys('ArrowDown');
  }
  await visitor.mode('won');
}

export const PLAY = {
  async 'keys: digits, notes, undo, redo'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    assert.equal(await visitor.label(1, 1), 'row 1 column 1, given 5');
    await visitor.focus(1, 1);
    await visitor.keys('ArrowRight', 'ArrowRight', '4');
    assert.equal(await visitor.label(1, 3), 'row 1 column 3, 4');
    await visitor.keys('ArrowRight', 'n', '2', '6', 'n');
    assert.equal(await visitor.label(1, 4), 'row 1 column 4, empty, notes 2 6');
    await visitor.keys('u', 'u', 'u');
    assert.equal(await visitor.label(1, 3), 'row 1 column 3, empty');
    await visitor.page.keyboard.down('Control');
    await visitor.keys('y', 'y');
    await visitor.page.keyboard.up('Control');
    assert.equal(await visitor.label(1, 4), 'row 1 column 4, empty, notes 2');
    await visitor.keys('Delete', 'ArrowLeft', 'Backspace');
    assert.equal(await visitor.label(1, 3), 'row 1 column 3, empty');
    const filled = await visitor.count('.cell .digit');
    for (const text of [/Where to look/, /Single/, /So r\dc\d is \d/]) {
      await visitor.keys('h');
      await visitor.reads('panel', text);
    }
    await visitor.keys('h');
    assert.equal(await visitor.count('.cell .digit'), filled + 1);
    await visitor.keys('u');
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
  },

  async 'to the end by keyboard, and the next puzzle'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await playByKeyboard(visitor);
    assert.match(await visitor.text('won-text'), /^Your grid\. Solved in \d:\d\d, with no hints and no mistakes\.$/);
    assert.equal(await visitor.page.evaluate(() => document.activeElement.id), 'next');
    for (const size of SIZES) {
      await visitor.look('light', size);
      const [next] = await visitor.boxes('#next');
      assert.ok(next.bottom <= size[1], `the button fits ${size.join('x')}`);
    }
    const solved = await visitor.labels();
    await visitor.keys('5', 'Delete', 'u');
    assert.deepEqual(await visitor.labels(), solved, 'a solved puzzle stays');
    await visitor.keys('Tab', 'Tab');
    await visitor.page.$eval('#next', (button) => button.focus());
    await visitor.keys('Enter');
    await visitor.mode('play');
    assert.ok((await visitor.labels()).some((label) => label.endsWith('empty')));
    await visitor.reload();
    await visitor.press('open-games');
    assert.deepEqual(await visitor.texts('#games-list h3'), ['Under way', 'Solved']);
    await visitor.close('games');
    await visitor.press('open-statistics');
    await visitor.reads('by-level', /^Your grids1\d:\d\d\d:\d\d10$/);
  },

  async 'duplicates at once, and what check marks'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.focus(...EMPTY);
    await visitor.keys('3');
    assert.match(await visitor.label(...EMPTY), /3, a duplicate$/);
    assert.match(await visitor.label(1, 2), /given 3, a duplicate$/);
    assert.equal(await visitor.count('.twice'), 2);
    await visitor.keys('c');
    await visitor.reads('status', /^1 digit is wrong\.$/);
    assert.equal(await visitor.count('.wrong'), 1, 'the given is not wrong');
    // 1 is wrong, and no duplicate.
    await visitor.keys('1');
    assert.equal(await visitor.count('.twice, .wrong'), 0);
    await visitor.focus(1, 4);
    await visitor.keys('6', 'c');
    assert.match(await visitor.label(...EMPTY), /has a problem$/);
    assert.equal(await visitor.count('.wrong'), 1, 'the right entry is not wrong');
    await visitor.focus(...EMPTY);
    await visitor.keys('0', 'c');
    await visitor.reads('status', /^No mistakes so far\. 50 cells to fill\.$/);
    // The mistakes were counted all the same.
    await visitor.press('open-settings');
    await visitor.page.$eval('#marks-wrong', (tick) => tick.click());
    await visitor.close('settings');
    await visitor.reads('facts', /2 mistakes/);
    await visitor.focus(...EMPTY);
    await visitor.keys('2');
    assert.equal(await visitor.count('.wrong'), 1, 'at once');
  },

  async 'undo of all'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    const start = await visitor.labels();
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    for (const button of ['hint', 'card-next', 'card-next', 'card-next']) await visitor.press(button);
    await visitor.mode('play');
    await visitor.fill(SOLUTION, 5);
    const before = await visitor.labels();
    await visitor.press('restart');
    assert.deepEqual(await visitor.labels(), start);
    await visitor.press('undo');
    assert.deepEqual(await visitor.labels(), before);
    await visitor.reload();
    while (!(await visitor.page.$eval('#undo', (button) => button.disabled))) await visitor.press('undo');
    assert.deepEqual(await visitor.labels(), start);
  },

  async 'several games are kept'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.fill(SOLUTION, 3);
    const first = await visitor.labels();
    await visitor.press('open-new');
    await visitor.page.$eval('input[value=beginner]', (choice) => choice.click());
    await visitor.press('make');
    await visitor.reads('title', /^Beginner$/);
    const givens = Number((await visitor.text('facts')).match(/(\d+) givens/)[1]);
    assert.ok(givens >= 36 && givens <= 40, `${givens}`);
    const shape = (await visitor.labels()).map((label) => label.includes('given'));
    assert.deepEqual(shape, [...shape].reverse(), 'symmetric without being asked');
    await visitor.reload();
    await visitor.reads('title', /^Beginner$/);
    await visitor.press('open-games');
    assert.deepEqual((await visitor.texts('.game')).map((text) => text.match(/^(Beginner|Your grid)/)?.[0]), ['Beginner', 'Your grid']);
    // Deleting asks, and the answer can be no.
    for (const [answer, left] of [['Escape', 2], ['Enter', 2]]) {
      await visitor.page.$eval('[aria-label="Delete Your grid"]', (button) => button.click());
      await visitor.waitFor('#asking[open]');
      await visitor.keys(answer);
      await visitor.page.waitForFunction(() => !document.getElementById('asking').open);
      assert.equal(await visitor.count('.game'), left);
    }
    await visitor.page.$$eval('.game', (games) => games[1].click());
    await visitor.reads('title', /^Your grid$/);
    assert.deepEqual(await visitor.labels(), first);
    // A link to a puzzle that is kept does not lose what was played.
    await visitor.go(`#grid=${EASY}&entries=${'.'.repeat(81)}`);
    assert.deepEqual(await visitor.labels(), first);
    await visitor.press('open-games');
    await visitor.page.$eval('[aria-label="Delete Beginner"]', (button) => button.click());
    await visitor.press('asking-yes');
    await visitor.page.waitForFunction(() => document.querySelectorAll('.game').length === 1);
  },

  async 'days, the calendar and the streak'(visitor) {
    await visitor.go();
    await visitor.reads('facts', /Puzzle of the day/);
    const today = await visitor.page.evaluate(() => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10));
    const solve = async () => {
      const solution = await visitor.page.evaluate(async (givens) => {
        const { Gridmill } = await import('./gridmill/index.js');
        return (await Gridmill.load()).solve(givens).solution;
      }, (await visitor.labels()).map((label) => label.match(/given (\d)/)?.[1] ?? '.').join(''));
      await visitor.fill(solution);
      await visitor.mode('won');
    };
    await solve();
    await visitor.reads('won-lines', /Streak: 1 day\./);
    // Yesterday's puzzle, solved yesterday.
    await visitor.page.evaluate((today, yesterday) => {
      const [key] = Object.keys(localStorage).filter((key) => key.startsWith('gridmill.game.'));
      const game = JSON.parse(localStorage.getItem(key));
      game.givens = `${game.givens.slice(1)}${game.givens[0]}`;
      game.source.daily = game.result.day = yesterday;
      localStorage.setItem(`gridmill.game.${game.givens}`, JSON.stringify(game));
    }, today, dateAfter(today, -1));
    await visitor.press('open-calendar');
    await visitor.reads('calendar-streak', /^Streak: 2 days\.$/);
    assert.match(await visitor.page.$eval('.day[aria-current]', (day) => day.ariaLabel), /, solved$/);
    await visitor.press('month-back');
    await visitor.page.$$eval('.day', (days) => days[0].click());
    await visitor.reads('title', / 1 \w+$/);
    const shape = (await visitor.labels()).map((label) => label.includes('given'));
    assert.deepEqual(shape, [...shape].reverse(), 'symmetric');
    await visitor.keys('n', '1', '2', '3', '4', '5', '6', '7', '8', '9');
    await visitor.press('open-calendar');
    await visitor.press('month-back');
    await visitor.page.waitForFunction(() => / begun$/.test(document.querySelector('.day').ariaLabel));
  },

  async 'time passes, pauses, and is hidden'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    const time = async () => (await visitor.text('time')).split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    await visitor.page.waitForFunction(() => document.getElementById('time').textContent === '0:02');
    await visitor.keys('p');
    await visitor.waitFor('#paused[open]');
    assert.equal(await visitor.page.$eval('.digit', (digit) => getComputedStyle(digit).visibility), 'hidden', 'no thinking while it pauses');
    const paused = await time();
    await new Promise((done) => { setTimeout(done, 2500); });
    assert.equal(await time(), paused);
    await visitor.keys('Enter');
    await visitor.page.waitForFunction((paused) => document.getElementById('time').textContent !== paused, {}, await visitor.text('time'));
    await visitor.fill(SOLUTION, 1);
    const before = await time();
    await visitor.reload();
    assert.ok((await time()) >= before - 1 && (await time()) < before + 5, 'a reload keeps the time');
    await visitor.press('open-settings');
    await visitor.page.$eval('#shows-time', (tick) => tick.click());
    await visitor.close('settings');
    await visitor.reload();
    assert.deepEqual(await visitor.boxes('#time'), []);
  },

  async 'focus and Esc in every dialog, and keys that stay in it'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.focus(...EMPTY);
    const board = await visitor.labels();
    const focused = () => visitor.page.evaluate(() => document.activeElement.id);
    const holdsFocus = (id) => visitor.page.evaluate((id) => document.getElementById(id).contains(document.activeElement), id);
    for (const [opener, id] of Object.entries(DIALOGS)) {
      await visitor.idle();
      await visitor.page.$eval(`#${opener}`, (button) => button.focus());
      await visitor.keys('Enter');
      await visitor.waitFor(`#${id}[open]`);
      assert.ok(await holdsFocus(id), `${id} has the focus`);
      if (id === 'rating') {
        await visitor.press('rate-se');
        assert.ok(await holdsFocus(id), 'the rating keeps the focus');
        await visitor.reads('se', /ER/);
      }
      await visitor.keys('5', 'h', 'c', 'n', 'u');
      assert.ok(await holdsFocus(id), `${id} keeps the focus`);
      assert.deepEqual(await visitor.labels(), board, `keys in ${id} do not change the board`);
      await visitor.keys('Escape');
      await visitor.page.waitForFunction((id) => !document.getElementById(id).open, {}, id);
      assert.equal(await focused(), opener, `Esc in ${id} gives the focus back`);
    }
    await visitor.focus(...EMPTY);
    await visitor.keys('4', 'h');
    await visitor.mode('hint');
    await visitor.keys('Escape');
    await visitor.mode('play');
  },

  async 'board and keys fit, and keys stay where they are'(visitor) {
    await visitor.go(EXTREME_LINK);
    for (const size of [...SIZES, [320, 568]]) {
      await visitor.look('light', size);
      await visitor.page.evaluate(() => scrollTo(0, 0));
      const [width, height] = size;
      const where = size.join('x');
      const keys = await visitor.boxes('.key');
      const [board] = await visitor.boxes('.frame');
      assert.ok(Math.abs(board.width - board.height) < 1 && board.width > 0.75 * Math.min(width, height), `board at ${where}`);
      for (const box of [board, ...keys, ...(await visitor.boxes('.tool, #hint, #check'))]) {
        assert.ok(box.top >= 0 && box.left >= 0 && box.right <= width && box.bottom <= height + 0.5, `${box.name} fits ${where}: ${JSON.stringify(box)}`);
      }
      await visitor.focus(1, 1);
      const note = await visitor.page.$eval('.board', (board) => { board.insertAdjacentHTML('beforeend', '<span class="notes"></span>'); const size = parseFloat(getComputedStyle(board.lastElementChild).fontSize); board.lastElementChild.remove(); return size; });
      assert.ok(note >= 12, `notes at ${where}`);
      for (const action of ['check', 'notes', 'notes', 'hint', 'card-next', 'card-next', 'card-close']) {
        await visitor.press(action);
        await visitor.idle();
        const now = await visitor.page.$$eval('.key', (keys) => keys.map((key) => key.getBoundingClientRect().toJSON()));
        now.forEach(({ left, top }, place) => assert.ok(Math.hypot(left - keys[place].left, top - keys[place].top) < 0.5, `keys move after ${action} at ${where}`));
        if (action !== 'card-next') continue;
        const [text] = await visitor.boxes('#card-text');
        for (const { name, top, bottom } of await visitor.boxes('.card.hint button')) assert.ok(bottom <= text.top || top >= text.bottom, `${name} covers the text at ${where}`);
      }
    }
  },

  async 'targets have 44 pixels'(visitor) {
    await visitor.go(EXTREME_LINK);
    const states = [null, 'open-new', 'open-games', 'open-calendar', 'open-statistics', 'open-settings', 'rate', 'share', 'print', 'open-help', 'hint', 'open-film'];
    for (const size of SIZES) {
      await visitor.look('light', size);
      for (const state of states) {
        if (state) await visitor.press(state);
        await visitor.idle();
        const scope = (await visitor.count('dialog[open]')) ? 'dialog[open] ' : '';
        const targets = ['button:not(.key)', 'a', 'select', 'input:not([type=checkbox], [type=radio], [type=range])', 'textarea', '.tick', '.choice'];
        for (const { name, width, height } of await visitor.boxes(targets.map((target) => scope + target).join())) {
          assert.ok(width >= 43.5 && height >= 43.5, `${name} has ${width}x${height} at ${size.join('x')}, ${state}`);
        }
        // Nine in a row have 44 pixels where they fit.
        const room = Math.min(44, (size[0] - 2 * 0.03 * size[0] - 8 * 4) / 9) - 1.5;
        for (const { name, width, height } of await visitor.boxes('.key')) assert.ok(width >= room && height >= 43.5, `key ${name} has ${width}x${height} at ${size.join('x')}`);
        if (scope) await visitor.page.$eval('dialog[open]', (dialog) => dialog.close());
        else if (state === 'hint') await visitor.press('card-close');
        else if (state === 'open-film') await visitor.press('close-film');
      }
    }
  },

  async 'to the end by touch'(visitor) {
    await visitor.look('light', PHONE, { hasTouch: true });
    await visitor.go(`#grid=${EASY}`);
    const tap = ({ left, top, width, height }) => visitor.page.touchscreen.tap(left + width / 2, top + height / 2);
    const [cells, keys] = [await visitor.boxes('.cell'), await visitor.boxes('.key')];
    const [notes] = await visitor.boxes('#notes');
    const empty = [...EASY].flatMap((digit, place) => (digit === '.' ? [place] : []));
    await tap(cells[empty[0]]);
    await tap(notes);
    await tap(keys[3]);
    await tap(notes);
    assert.match(await visitor.label(...EMPTY), /notes 4$/);
    const [hint] = await visitor.boxes('#hint');
    await tap(hint);
    await visitor.mode('hint');
    await visitor.idle();
    for (let part = 0; part < 3; part++) {
      const [before, [next]] = [await visitor.text('card-next'), await visitor.boxes('#card-next')];
      await tap(next);
      // A tap acts after it has returned, and the button moves with its words and the text.
      await visitor.page.waitForFunction((before) => document.body.dataset.mode === 'play' || document.getElementById('card-next').textContent !== before, {}, before);
    }
    await visitor.mode('play');
    for (const place of empty) {
      if (!/empty/.test((await visitor.labels())[place])) continue;
      await tap(cells[place]);
      await tap(keys[SOLUTION[place] - 1]);
    }
    await visitor.mode('won');
    assert.match(await visitor.text('won-text'), /with 1 hint and no mistakes/);
    const [next] = await visitor.boxes('#next');
    await tap(next);
    await visitor.mode('play');
  },

  async 'a reload keeps the state'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.focus(1, 3);
    await visitor.keys('4', 'ArrowRight', 'n', '2', '6');
    const before = await visitor.labels();
    await visitor.reload();
    assert.deepEqual(await visitor.labels(), before);
    await visitor.keys('u');
    assert.equal(await visitor.label(1, 4), 'row 1 column 4, empty, notes 2');
    await visitor.press('open-settings');
    await visitor.page.$eval('input[name=theme][value=dark]', (choice) => choice.click());
    await visitor.reload();
    assert.equal(await visitor.page.$eval(':root', (root) => getComputedStyle(root).colorScheme), 'dark');
  },
};
