#!/usr/bin/env node
// Plays the page of a built site in headless Chromium, and writes a picture of every state.
//
//   node scripts/check_site.mjs SITE [--modules DIR] [--pictures DIR] [--chromium FILE] [--only NAME,...] [--quick]
//
// SITE is `npm/site` with the built package in its folder `gridmill`. DIR/node_modules holds puppeteer-core and axe-core.
// `--quick` looks at each state in two of the four combinations of width and theme. Exit code 1 if a check fails.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { strict as assert } from 'node:assert';

const { values: options, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: {
    modules: { type: 'string', default: '.' },
    pictures: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
if (!folder) {
  console.error('usage: check_site.mjs SITE [--modules DIR] [--pictures DIR] [--chromium FILE] [--only NAME,...] [--quick]');
  process.exit(2);
}

const require = createRequire(pathToFileURL(join(resolve(options.modules), 'package.json')));
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')));
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json', '.png': 'image/png',
};
const CHROMIUM_OPTIONS = [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
/** Widths and themes in which each state is looked at. */
const LOOKS = options.quick ? [[390, 'light'], [1280, 'dark']] : [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']];
const HEIGHTS = { 320: 640, 390: 844, 1280: 800, 1920: 1080, 3840: 2160 };
/** Longest wait for anything, in milliseconds; long enough for a machine with other work. */
const PATIENCE = 60_000;

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const EXTREME_LINK = '#seed=check&index=0&level=extreme';
const SEVERAL = '....4...18.7...5...3.5...6......76..15...4.9.....8..1..7.........6......9...3.8.2';
const TWICE = '55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** Starts a server of the files in a folder. */
async function serve(root) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = join(root, path.endsWith('/') ? join(path, 'index.html') : path);
    try {
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://localhost:${server.address().port}` };
}

/** A page of the browser, with what a visitor does and sees. */
class Visitor {
  constructor(page, origin, complaints) {
    this.page = page;
    this.origin = origin;
    this.complaints = complaints;
  }

  static async open(browser, origin, complaints) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.setViewport({ width: 1280, height: HEIGHTS[1280] });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.evaluateOnNewDocument(() => { window.print = () => {}; });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`request to ${url.origin}`);
    });
    return new Visitor(page, origin, complaints);
  }

  async go(hash = '') {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.origin}/${hash}`);
    await this.ready();
  }

  ready() {
    return this.page.waitForSelector('body.is-ready');
  }

  async press(id) {
    await this.page.waitForFunction((id) => !document.body.hasAttribute('aria-busy') && !document.getElementById(id).disabled, {}, id);
    await this.page.$eval(`#${id}`, (button) => button.click());
  }

  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Waits until the text of an element matches. */
  async reads(id, pattern) {
    const { source, flags } = pattern;
    const matches = (id, source, flags) => new RegExp(source, flags).test(document.getElementById(id).textContent);
    await this.page.waitForFunction(matches, {}, id, source, flags).catch(async () => {
      throw new Error(`#${id} is '${await this.text(id)}', not ${pattern}`);
    });
  }

  text(id) {
    return this.page.$eval(`#${id}`, (found) => found.textContent);
  }

  count(selector) {
    return this.page.$$eval(selector, (found) => found.length);
  }

  waitFor(selector) {
    return this.page.waitForSelector(selector);
  }

  focus(row, column) {
    return this.page.$$eval('.cell', (cells, place) => cells[place].focus(), (row - 1) * 9 + column - 1);
  }

  label(row, column) {
    return this.page.$$eval('.cell', (cells, place) => cells[place].getAttribute('aria-label'), (row - 1) * 9 + column - 1);
  }

  labels() {
    return this.page.$$eval('.cell', (cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  }

  close(id) {
    return this.page.$eval(`#${id}`, (dialog) => dialog.close());
  }

  async paste(text) {
    await this.press('open-new');
    await this.page.$eval('#text', (field, text) => { field.value = text; }, text);
    await this.press('open-text');
  }

  async look(theme, width) {
    await this.page.setViewport({ width, height: HEIGHTS[width] });
    await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
  }

  /** Takes pictures of a state, and lets axe look at it, in each theme and width. */
  async shoot(name) {
    await this.page.evaluate(axe);
    for (const [width, theme] of LOOKS) {
      await this.look(theme, width);
      if (options.pictures) {
        await this.page.screenshot({ path: join(options.pictures, `${name}-${width}-${theme}.png`), captureBeyondViewport: false });
      }
      const faults = await this.page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join('; ')}`);
      });
      assert.deepEqual(faults, [], `axe-core at ${name}, ${width}, ${theme}`);
      assert.equal(await this.overflow(), 0, `horizontal scroll at ${name}, ${width}`);
    }
    await this.look('light', 1280);
  }

  /** Width by which the page is too wide. */
  overflow() {
    return this.page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
  }

  /** Number of pages when the page is printed. */
  async printedPages(name) {
    const pdf = Buffer.from(await this.page.pdf({ preferCSSPageSize: true, printBackground: true }));
    if (options.pictures) await writeFile(join(options.pictures, `${name}.pdf`), pdf);
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  }
}

const CHECKS = {
  async 'first visit: puzzle of the day'(visitor) {
    await visitor.go();
    assert.equal(await visitor.text('kind'), 'Puzzle of the day');
    assert.equal(await visitor.count('.board [role=row] > [role=gridcell]'), 81);
    assert.equal(await visitor.count('.cell[tabindex="0"]'), 1);
    await visitor.shoot('start');
  },

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
      await visitor.reads('card', text);
    }
    await visitor.keys('h');
    assert.equal(await visitor.count('.cell .digit'), filled + 1);
    await visitor.keys('u');
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    await visitor.focus(5, 5);
    await visitor.shoot('notes');
    await visitor.keys('?');
    await visitor.waitFor('#help[open]');
    await visitor.shoot('help');
  },

  async 'a new puzzle by level and symmetry'(visitor) {
    await visitor.go();
    await visitor.press('open-new');
    await visitor.shoot('new');
    await visitor.page.$eval('input[value=hard]', (choice) => choice.click());
    await visitor.page.select('#symmetry', 'rot180');
    await visitor.press('make');
    await visitor.reads('title', /^Hard puzzle$/);
    const givens = (await visitor.labels()).map((label) => label.includes('given'));
    assert.deepEqual(givens, [...givens].reverse(), 'half turn');
    await visitor.press('open-new');
    await visitor.page.$eval('#date', (field) => { field.value = '2026-01-02'; });
    await visitor.press('open-daily');
    await visitor.reads('title', /2 January/);
  },

  async 'an extreme puzzle by hints alone'(visitor) {
    await visitor.go(EXTREME_LINK);
    const shot = new Set();
    let steps = 0;
    for (; !/^Solved/.test(await visitor.text('status')); steps++) {
      assert.ok(steps < 250, 'hints lead on');
      await visitor.press('hint');
      await visitor.waitFor('#card:not([hidden])');
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
      await visitor.page.waitForFunction(() => document.getElementById('card').hidden);
      if ((await visitor.count('.cell .digit')) === 81) await visitor.reads('status', /\S/);
    }
    await visitor.reads('status', /^Solved with \d+ hints/);
    await visitor.shoot('solved');
    return `${steps} hints`;
  },

  async 'a planted error is found'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.press('check');
    await visitor.reads('status', /^No mistakes/);
    await visitor.focus(1, 3);
    await visitor.keys('1', 'c');
    await visitor.reads('status', /r1c3 is not 1/);
    assert.match(await visitor.label(1, 3), /has a problem/);
    await visitor.press('hint');
    await visitor.reads('status', /r1c3 is not 1/);
    await visitor.shoot('error');
  },

  async 'a drawing of candidates is pasted'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.press('all-notes');
    await visitor.reads('board', /1 2/);
    const cells = (await visitor.labels()).map((label) => label.match(/notes ([\d ]+)/)?.[1].replaceAll(' ', '') ?? label.match(/given (\d)/)[1]);
    const place = cells.findIndex((digits) => digits.length > 2);
    const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
    const removed = [...cells[place]].find((digit) => digit !== solution[place]);
    cells[place] = cells[place].replace(removed, '');
    const lines = Array.from({ length: 9 }, (_, row) => cells.slice(row * 9, row * 9 + 9).map((digits) => digits.padEnd(9)).join(' '));
    await visitor.paste(lines.join('\n'));
    await visitor.reads('kind', /Your grid/);
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
    await visitor.page.waitForFunction(() => !document.body.classList.contains('in-film'));
  },

  async 'ratings by both scales'(visitor) {
    await visitor.go(EXTREME_LINK);
    await visitor.press('rate');
    await visitor.reads('hodoku', /extreme/);
    await visitor.press('rate-se');
    await visitor.reads('se', /ER.*\d\.\d.*EP.*\d\.\d.*ED.*\d\.\d/);
    await visitor.shoot('rating');
  },

  async 'a link opens the same puzzle'(visitor, { browser }) {
    for (const start of ['#seed=check&index=3&level=easy&symmetry=rot180', `#grid=${EASY}`]) {
      await visitor.go(start);
      const empty = (await visitor.labels()).findIndex((label) => label.endsWith('empty'));
      await visitor.focus(Math.floor(empty / 9) + 1, (empty % 9) + 1);
      await visitor.keys('7');
      await visitor.press('share');
      await visitor.page.$eval('#with-entries', (tick) => { if (!tick.checked) tick.click(); });
      const link = await visitor.page.$eval('#link', (field) => field.value);
      if (start.startsWith('#seed')) await visitor.shoot('share');
      const other = await Visitor.open(browser, visitor.origin, visitor.complaints);
      await other.go(new URL(link).hash);
      assert.deepEqual(await other.labels(), await visitor.labels());
      await other.page.browserContext().close();
    }
  },

  async 'a reload keeps the state'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    await visitor.focus(1, 3);
    await visitor.keys('4', 'ArrowRight', 'n', '2', '6');
    const before = await visitor.labels();
    await visitor.page.reload();
    await visitor.ready();
    assert.deepEqual(await visitor.labels(), before);
    await visitor.keys('u');
    assert.equal(await visitor.label(1, 4), 'row 1 column 4, empty, notes 2');
    await visitor.press('theme');
    await visitor.page.reload();
    await visitor.ready();
    assert.equal(await visitor.page.$eval(':root', (root) => getComputedStyle(root).colorScheme), 'dark');
  },

  async 'bad addresses and stored states do no harm'(visitor) {
    await visitor.go('#seed=check&level=easiest');
    await visitor.reads('status', /easiest/);
    assert.equal(await visitor.text('kind'), 'Puzzle of the day');
    await visitor.go(`#grid=${SEVERAL}`);
    await visitor.reads('diagnosis', /solutions/);
    await visitor.page.evaluate(() => localStorage.setItem('gridmill.play', '{"givens":7}'));
    await visitor.go();
    assert.equal(await visitor.text('kind'), 'Puzzle of the day');
    assert.equal(await visitor.count('.given'), (await visitor.text('facts')).match(/\d+/)[0] * 1);
  },

  async 'sheets for print'(visitor) {
    await visitor.go(`#grid=${EASY}`);
    assert.equal(await visitor.printedPages('print-board'), 1);
    await visitor.press('print');
    await visitor.shoot('print');
    for (const count of [1, 2, 4, 6]) {
      await visitor.page.select('#print-level', 'medium');
      await visitor.page.select('#print-count', String(count));
      await visitor.page.$eval('#with-solutions', (tick, checked) => { tick.checked = checked; }, count === 6);
      await visitor.press('print-now');
      await visitor.page.waitForFunction(() => !document.getElementById('printing').open);
      assert.equal(await visitor.count('#sheets .sheet:first-child svg'), count);
      assert.equal(await visitor.printedPages(`print-${count}`), count === 6 ? 2 : 1, `${count} on a page`);
      await visitor.press('print');
    }
  },

  async 'from 320 to 3840 pixels'(visitor) {
    await visitor.go(EXTREME_LINK);
    await visitor.press('hint');
    for (const [width, height] of Object.entries(HEIGHTS)) {
      await visitor.page.setViewport({ width: Number(width), height });
      assert.equal(await visitor.overflow(), 0, `${width}`);
      const board = await visitor.page.$eval('.frame', (frame) => frame.getBoundingClientRect().toJSON());
      assert.ok(Math.abs(board.width - board.height) < 1 && board.width > 0.4 * Math.min(Number(width), height), `${width}`);
      if (options.pictures) await visitor.page.screenshot({ path: join(options.pictures, `width-${width}.png`) });
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
    await visitor.waitFor('#card:not([hidden])');
    await visitor.press('open-new');
    await visitor.press('make');
    await visitor.reads('kind', /^Seed/);
    await visitor.press('rate');
    await visitor.press('rate-se');
    await visitor.reads('se', /ER.*\d\.\d/);
    visitor.complaints.splice(0, Infinity, ...visitor.complaints.filter((complaint) => !complaint.includes('ERR_CONNECTION_REFUSED')));
  },
};

if (options.pictures) await mkdir(options.pictures, { recursive: true });
const { server, origin } = await serve(resolve(folder));
const browser = await puppeteer.launch({ executablePath: options.chromium, args: CHROMIUM_OPTIONS, protocolTimeout: 4 * PATIENCE });
let failures = 0;
const chosen = options.only?.split(',');
for (const [name, check] of Object.entries(CHECKS)) {
  if (chosen && !chosen.some((part) => name.includes(part))) continue;
  const complaints = [];
  const start = Date.now();
  const visitor = await Visitor.open(browser, origin, complaints);
  try {
    const found = await check(visitor, { browser, server });
    assert.deepEqual(complaints, []);
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s${found ? `, ${found}` : ''})`);
  } catch (error) {
    failures++;
    console.log(`FAIL  ${name}: ${error.message}${complaints.length ? `\n      ${complaints.join('\n      ')}` : ''}`);
    if (options.pictures) await visitor.page.screenshot({ path: join(options.pictures, `failed-${failures}.png`) }).catch(() => {});
  }
  await visitor.page.browserContext().close();
}
await browser.close();
server.close();
process.exitCode = failures ? 1 : 0;
