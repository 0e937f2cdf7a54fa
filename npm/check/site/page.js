/** Checks of what surrounds a game, with pictures of every state; in Chromium alone. */

import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import { DIALOGS, EASY, EXTREME_LINK, SOLUTION, playByKeyboard } from './play.js';

const SEVERAL = '....4...18.7...5...3.5...6......76..15...4.9.....8..1..7.........6......9...3.8.2';
const TWICE = '55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** Position of the first empty cell. */
async function firstEmpty(visitor) {
  const place = (await visitor.labels()).findIndex((label) => label.includes('empty'));
  return [Math.floor(place / 9) + 1, (place % 9) + 1];
}

/** Stores games that were solved on some of the last days. */
const inventResults = (visitor) => visitor.page.evaluate(() => {
  const key = Object.keys(localStorage).find((key) => key.startsWith('gridmill.game.'));
  const game = JSON.parse(localStorage.getItem(key));
  [0, 1, 2, 4, 5, 9].forEach((before, place) => {
    const day = new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const givens = `${game.givens.slice(place + 2)}${game.givens.slice(0, place + 2)}`;
    const source = { daily: day, level: ['beginner', 'easy', 'medium', 'hard', 'unfair', 'extreme'][place] };
    const result = { day, time: 312_000 + 97_000 * place, hints: place % 2, mistakes: 1 };
    localStorage.setItem(`gridmill.game.${givens}`, JSON.stringify({ ...game, givens, source, result: place < 5 ? result : null }));
  });
});

/** Texts and labels of the page that are still English, by the texts of a language. */
const englishLeft = (visitor, texts) => visitor.page.evaluate((texts) => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const found = [];
  while (walker.nextNode()) found.push((walker.currentNode.data ?? walker.currentNode.ariaLabel ?? '').trim());
  return found.filter((text) => text in texts && !Object.values(texts).includes(text));
}, texts);

/** Number of pages when the page is printed. */
async function printedPages(visitor, name) {
  const pdf = Buffer.from(await visitor.page.pdf({ preferCSSPageSize: true, printBackground: true }));
  if (visitor.pictures) await writeFile(`${visitor.pictures}/${name}.pdf`, pdf);
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

export const PAGE = {
  async 'first visit: puzzle of the day'(visitor) {
    await visitor.go();
    await visitor.reads('facts', /Puzzle of the day/);
    assert.equal(await visitor.count('.board [role=row] > [role=gridcell]'), 81);
    assert.equal(await visitor.count('.cell[tabindex="0"]'), 1);
    await visitor.shoot('start');
  },

  async 'states of a game, looked at'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.fill(SOLUTION, 20);
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    await visitor.focus(5, 5);
    await visitor.keys('n');
    await visitor.shoot('notes');
    await visitor.keys('n');
    await visitor.focus(...(await firstEmpty(visitor)));
    await visitor.keys('2');
    await visitor.shoot('duplicate');
    await visitor.keys('u', 'p');
    await visitor.shoot('paused');
    await visitor.keys('Escape', '?');
    await visitor.shoot('help');
    await visitor.close('help');
    await visitor.fill(SOLUTION);
    await visitor.mode('won');
    await visitor.press('next');
    await visitor.mode('play');
    await visitor.go('#seed=check&index=4&level=beginner&symmetry=rot180');
    await visitor.keys('n', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'n');
    await visitor.press('open-games');
    await visitor.shoot('games');
    await visitor.page.$$eval('#games-list [aria-label^="Delete"]', (bins) => bins[0].click());
    await visitor.shoot('asking');
    await visitor.close('asking');
    await visitor.close('games');
    await inventResults(visitor);
    for (const dialog of ['statistics', 'calendar', 'settings']) {
      await visitor.press(`open-${dialog}`);
      await visitor.shoot(dialog);
      await visitor.close(dialog);
    }
  },

  async 'to the end with a screen reader'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    const session = await visitor.page.createCDPSession();
    /** The page as a screen reader has it: nodes with role and name. */
    const tree = async () => (await session.send('Accessibility.getFullAXTree')).nodes.filter(({ ignored }) => !ignored);
    const has = (node, property, value) => node.properties?.some(({ name, value: found }) => name === property && (value === undefined || found.value === value));
    const words = async () => {
      const nodes = await tree();
      const known = new Map(nodes.map((node) => [node.nodeId, node]));
      const text = (node) => [node.role.value === 'StaticText' ? node.name.value : '', ...(node.childIds ?? []).map((id) => (known.has(id) ? text(known.get(id)) : ''))].join('');
      return nodes.filter((node) => has(node, 'live')).map(text).filter(Boolean);
    };
    const focused = async () => (await tree()).filter((node) => has(node, 'focused', true) && node.role.value !== 'RootWebArea').map(({ role, name }) => `${role.value}: ${name.value}`).at(-1);
    /** Waits until a live region says something. */
    const hears = async (pattern) => {
      for (let turn = 0; turn < 100; turn++) {
        if ((await words()).some((text) => pattern.test(text))) return;
        await new Promise((done) => { setTimeout(done, 50); });
      }
      assert.fail(`no live region says ${pattern}: ${JSON.stringify(await words())}`);
    };
    const nodes = await tree();
    const cells = nodes.filter(({ role }) => role.value === 'gridcell').map(({ name }) => name.value);
    assert.equal(cells.length, 81);
    assert.equal(nodes.filter(({ role }) => role.value === 'row').length, 9);
    assert.ok(nodes.some(({ role, name }) => role.value === 'grid' && name.value === 'Sudoku board'));
    for (const { role, name } of nodes) if (['button', 'link', 'textbox', 'combobox', 'checkbox'].includes(role.value)) assert.ok(name.value, `a ${role.value} has a name`);
    // The reader goes by the names of the cells alone.
    await visitor.focus(1, 1);
    let [row, column] = [1, 1];
    const empty = cells.filter((name) => name.endsWith('empty'));
    for (const cell of empty) {
      const [toRow, toColumn] = cell.match(/\d/g).map(Number);
      for (; row < toRow; row++) await visitor.keys('ArrowDown');
      for (; column < toColumn; column++) await visitor.keys('ArrowRight');
      for (; column > toColumn; column--) await visitor.keys('ArrowLeft');
      assert.equal(await focused(), `gridcell: ${cell}`);
      if (row === 1 && column === 3) {
        await visitor.keys('5');
        await hears(/^row 1 column 3, 5, a duplicate$/);
        await visitor.keys('c');
        await hears(/^1 digit is wrong\.$/);
      }
      const digit = SOLUTION[(row - 1) * 9 + column - 1];
      await visitor.keys(digit);
      if (cell !== empty.at(-1)) await hears(new RegExp(`^row ${row} column ${column}, ${digit}$`));
    }
    await hears(/^Solved in \d:\d\d, with no hints and 1 mistake\.$/);
    assert.equal(await focused(), 'button: Next puzzle');
    // A hint is heard in each of its parts, and its button keeps the focus.
    await visitor.keys('Enter');
    await visitor.mode('play');
    await visitor.page.$eval('#hint', (button) => button.focus());
    for (const label of ['Which technique?', 'What follows?', 'Apply']) {
      await visitor.keys('Enter');
      await visitor.page.waitForFunction((label) => document.activeElement.textContent === label, {}, label);
      assert.equal(await focused(), `button: ${label}`);
      assert.ok((await words()).includes(await visitor.page.$eval('#card-title', (title) => title.textContent + document.getElementById('card-text').textContent)));
    }
  },

  async 'a new puzzle by level and symmetry'(visitor) {
    await visitor.go();
    await visitor.press('open-new');
    await visitor.shoot('new');
    await visitor.page.$eval('input[value=hard]', (choice) => choice.click());
    await visitor.page.select('#symmetry', 'horizontal');
    await visitor.press('make');
    await visitor.reads('title', /^Hard$/);
    const givens = (await visitor.labels()).map((label) => label.includes('given'));
    assert.deepEqual(givens, Array.from({ length: 9 }, (_, row) => givens.slice(72 - 9 * row, 81 - 9 * row)).flat(), 'horizontal mirror');
    await visitor.go('#daily=2026-01-02');
    await visitor.reads('title', /^Friday 2 January$/);
    await visitor.reads('facts', /Hard/);
  },

  async 'in German: chosen, kept, and to the end by keyboard'(visitor) {
    const texts = JSON.parse(await readFile(new URL('../../site/languages/de.json', import.meta.url), 'utf8'));
    const choose = async (id, value) => {
      await visitor.press('open-settings');
      await Promise.all([visitor.page.waitForNavigation(), visitor.page.select(`#${id}`, value)]);
      await visitor.ready();
    };
    await visitor.go(`#grid=${EASY}`);
    await visitor.fill(SOLUTION, 1);
    await choose('language', 'de');
    assert.equal(await visitor.page.$eval(':root', (root) => root.lang), 'de');
    assert.equal(await visitor.label(1, 1), 'Zeile 1 Spalte 1, vorgegeben 5');
    assert.equal(await visitor.label(1, 3), 'Zeile 1 Spalte 3, 4', 'the game goes on');
    for (const [opener, dialog] of Object.entries(DIALOGS)) {
      await visitor.press(opener);
      await visitor.page.waitForFunction(() => !/…/.test(document.getElementById('hodoku').textContent));
      assert.deepEqual(await englishLeft(visitor, texts), [], dialog);
      await visitor.shoot(`german-${dialog}`);
      await visitor.close(dialog);
    }
    for (const cell of [/Also steht in r\dc\d die \d\./, /Also steht in Zeile \d Spalte \d die \d\./]) {
      for (const label of ['Welche Technik?', 'Was folgt daraus?', 'Anwenden']) {
        await visitor.keys('h');
        await visitor.page.waitForFunction((label) => document.getElementById('card-next').textContent === label, {}, label);
        assert.deepEqual(await englishLeft(visitor, texts), []);
      }
      await visitor.reads('card-text', cell);
      if (!cell.source.includes('Zeile')) await choose('cells', 'words');
    }
    await visitor.shoot('german-hint');
    await visitor.press('open-film');
    await visitor.reads('film-place', /^Schritt 1 von/);
    await visitor.shoot('german-film');
    await visitor.keys('Escape');
    await visitor.press('restart');
    await visitor.focus(1, 3);
    await visitor.keys('3', 'c');
    await visitor.reads('status', /^1 Ziffer ist falsch\.$/);
    await visitor.keys('Delete');
    await playByKeyboard(visitor);
    assert.match(await visitor.text('won-text'), /^Eigenes Gitter\. Gelöst in \d:\d\d, mit 2 Tipps und mit 1 Fehler\.$/);
    assert.deepEqual(await englishLeft(visitor, texts), []);
    await visitor.shoot('german-solved');
    await choose('language', 'en');
    assert.equal(await visitor.label(1, 3), 'row 1 column 3, 4');
  },

  async 'each language of a device at 320 pixels'(visitor) {
    for (const language of ['de-CH', 'fr', 'es-MX', 'ja']) {
      const other = await visitor.another();
      await other.page.evaluateOnNewDocument((language) => Object.defineProperty(navigator, 'languages', { value: ['xx', language, 'en'] }), language);
      await other.go(EXTREME_LINK);
      assert.equal(await other.page.$eval(':root', (root) => root.lang), language.slice(0, 2));
      await inventResults(other);
      await other.look('light', [320, 568]);
      assert.equal(await other.overflow(), 0, language);
      for (const [opener, dialog] of Object.entries(DIALOGS)) {
        await other.press(opener);
        assert.equal(await other.overflow(), 0, `${dialog}, ${language}`);
        await other.close(dialog);
      }
      await other.page.browserContext().close();
    }
  },

  async 'an extreme puzzle by hints alone'(visitor) {
    await visitor.go(EXTREME_LINK);
    const shot = new Set();
    let steps = 0;
    for (; (await visitor.page.$eval('body', (body) => body.dataset.mode)) !== 'won'; steps++) {
      assert.ok(steps < 250, 'hints lead on');
      await visitor.press('hint');
      await visitor.mode('hint');
      const isPlain = steps > 0 && !(await visitor.count('.overlay .outline'));
      if (steps === 0) await visitor.shoot('hint-1-where');
      await visitor.press('card-next');
      if (isPlain && !shot.has('technique')) await visitor.shoot('hint-2-technique');
      await visitor.press('card-next');
      const links = await visitor.count('.overlay path.link');
      const state = links > 6 ? 'chain' : links ? 'links' : (await visitor.count('.note.removed')) ? 'elimination' : 'placement';
      if (!shot.has(state)) await visitor.shoot(`hint-3-${state}`);
      shot.add(state);
      if (isPlain) shot.add('technique');
      await visitor.press('card-next');
      await visitor.page.waitForFunction(() => document.body.dataset.mode !== 'hint');
    }
    await visitor.reads('won-text', new RegExp(`with ${steps} hints and no mistakes`));
    await visitor.shoot('solved');
    return `${steps} hints`;
  },

  async 'a planted error is found'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.focus(1, 3);
    await visitor.keys('1', 'h');
    await visitor.reads('status', /^1 digit is wrong/);
    await visitor.shoot('error');
    // A note that excludes the digit of the solution: the cell is named, the digit is not.
    await visitor.keys('0');
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    await visitor.focus(1, 3);
    await visitor.keys('n', '4', 'h');
    await visitor.reads('status', /r1c3/);
    assert.doesNotMatch(await visitor.text('status'), / 4/);
    assert.match(await visitor.label(1, 3), /has a problem/);
  },

  async 'a drawing of candidates is pasted'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    const cells = (await visitor.labels()).map((label) => label.match(/notes ([\d ]+)/)?.[1].replaceAll(' ', '') ?? label.match(/given (\d)/)[1]);
    const place = cells.findIndex((digits) => digits.length > 2);
    const removed = [...cells[place]].find((digit) => digit !== SOLUTION[place]);
    cells[place] = cells[place].replace(removed, '');
    const lines = Array.from({ length: 9 }, (_, row) => cells.slice(row * 9, row * 9 + 9).map((digits) => digits.padEnd(9)).join(' '));
    await visitor.paste(lines.join('\n'));
    await visitor.reads('title', /Your grid/);
    await visitor.page.waitForFunction(() => !document.getElementById('new').open);
    const label = await visitor.label(Math.floor(place / 9) + 1, (place % 9) + 1);
    assert.equal(label.match(/notes ([\d ]+)/)[1].replaceAll(' ', ''), cells[place]);
    await visitor.shoot('pencilmarks');
  },

  async 'grids that cannot be played are explained'(visitor) {
    await visitor.go();
    await visitor.paste(SEVERAL);
    await visitor.reads('diagnosis', /\d+ solutions/);
    assert.equal(await visitor.count('.small-grid'), 2);
    assert.equal(await visitor.count('.small-grid .marked'), 64);
    await visitor.shoot('several-solutions');
    await visitor.close('new');
    await visitor.paste(TWICE);
    await visitor.reads('diagnosis', /5/);
    assert.ok(await visitor.count('.small-grid .marked'));
    await visitor.shoot('contradiction');
    await visitor.close('new');
    await visitor.paste('12345');
    await visitor.reads('new', /5 cells make no grid/);
    await visitor.shoot('unreadable');
  },

  async 'the solving path as a film'(visitor) {
    await visitor.go(EXTREME_LINK);
    await visitor.press('open-film');
    await visitor.reads('film-place', /^Step 1 of/);
    await visitor.keys('ArrowRight', 'ArrowRight', 'ArrowLeft');
    await visitor.reads('film-place', /^Step 2 of/);
    const link = await visitor.page.$$eval('#film-steps button', (steps) => steps.findIndex((step) => /kite|skyscraper|chain|loop|aic|turbot/i.test(step.textContent)));
    await visitor.page.$$eval('#film-steps button', (steps, place) => steps[place].click(), Math.max(link, 3));
    await visitor.shoot('film');
    await visitor.page.select('#film-speed', '4');
    await visitor.press('film-play');
    await visitor.reads('film-place', new RegExp(`^Step ${Math.max(link, 3) + 3} of`));
    await visitor.press('film-play');
    await visitor.page.$eval('#film-slider', (slider) => {
      slider.value = slider.max;
      slider.dispatchEvent(new Event('input'));
    });
    await visitor.reads('film-title', /^Solved$/);
    assert.equal(await visitor.count('.cell .digit'), 81);
    await visitor.shoot('film-end');
    await visitor.keys('Escape');
    await visitor.mode('play');
  },

  async 'ratings by both scales'(visitor) {
    await visitor.go(EXTREME_LINK);
    await visitor.press('rate');
    await visitor.reads('hodoku', /extreme/);
    await visitor.press('rate-se');
    await visitor.reads('se', /ER.*\d\.\d.*EP.*\d\.\d.*ED.*\d\.\d/);
    await visitor.shoot('rating');
  },

  async 'a link opens the same puzzle'(visitor) {
    for (const start of ['#seed=check&index=3&level=beginner&symmetry=rot180', '#daily=2026-11-25', `#grid=${EASY}`]) {
      await visitor.go(start);
      const empty = (await visitor.labels()).findIndex((label) => label.endsWith('empty'));
      await visitor.focus(Math.floor(empty / 9) + 1, (empty % 9) + 1);
      await visitor.keys('7');
      await visitor.press('share');
      await visitor.page.$eval('#with-entries', (tick) => { if (!tick.checked) tick.click(); });
      const link = await visitor.page.$eval('#link', (field) => field.value);
      if (start.startsWith('#seed')) await visitor.shoot('share');
      const other = await visitor.another();
      await other.go(new URL(link).hash);
      assert.deepEqual(await other.labels(), await visitor.labels());
      await other.page.browserContext().close();
    }
  },

  async 'bad addresses and stored states do no harm'(visitor) {
    await visitor.go('#seed=check&level=easiest');
    await visitor.reads('status', /easiest/);
    await visitor.reads('facts', /Puzzle of the day/);
    await visitor.go(`#grid=${SEVERAL}`);
    await visitor.reads('diagnosis', /solutions/);
    await visitor.page.evaluate(() => {
      localStorage.setItem('gridmill.current', '7');
      localStorage.setItem('gridmill.game.7', '{"givens":7}');
      localStorage.setItem('gridmill.settings', 'dark');
    });
    await visitor.go();
    await visitor.reads('facts', /Puzzle of the day/);
    for (const dialog of ['games', 'statistics', 'calendar']) {
      await visitor.press(`open-${dialog}`);
      await visitor.close(dialog);
    }
  },

  async 'sheets for print'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    assert.equal(await printedPages(visitor, 'print-board'), 1);
    await visitor.press('print');
    await visitor.shoot('print');
    for (const count of [1, 2, 4, 6]) {
      await visitor.page.select('#print-level', 'medium');
      await visitor.page.select('#print-count', String(count));
      await visitor.page.$eval('#with-solutions', (tick, checked) => { tick.checked = checked; }, count === 6);
      await visitor.press('print-now');
      await visitor.page.waitForFunction(() => !document.getElementById('printing').open);
      assert.equal(await visitor.count('#sheets .sheet:first-child svg'), count);
      assert.equal(await printedPages(visitor, `print-${count}`), count === 6 ? 2 : 1, `${count} on a page`);
      await visitor.press('print');
    }
  },

  async 'from 320 to 3840 pixels'(visitor) {
    await visitor.go(EXTREME_LINK);
    await visitor.press('hint');
    for (const size of [[320, 568], [1920, 1080], [3840, 2160]]) {
      await visitor.look('light', size);
      assert.equal(await visitor.overflow(), 0, `${size}`);
      const [board] = await visitor.boxes('.frame');
      assert.ok(Math.abs(board.width - board.height) < 1 && board.width > 0.75 * Math.min(...size), `${size}`);
      if (visitor.pictures) await visitor.page.screenshot({ path: `${visitor.pictures}/width-${size[0]}.png` });
    }
  },

  async 'offline: page, hints, ratings, new puzzles'(visitor, { server }) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.page.evaluate(() => navigator.serviceWorker.ready);
    await visitor.page.reload();
    await visitor.ready();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await visitor.page.reload();
    await visitor.ready();
    await visitor.press('hint');
    await visitor.mode('hint');
    await visitor.press('open-new');
    await visitor.press('make');
    await visitor.reads('title', /^Medium$/);
    await visitor.press('rate');
    await visitor.press('rate-se');
    await visitor.reads('se', /ER.*\d\.\d/);
    visitor.complaints.splice(0, Infinity, ...visitor.complaints.filter((complaint) => !complaint.includes('ERR_CONNECTION_REFUSED')));
  },
};
