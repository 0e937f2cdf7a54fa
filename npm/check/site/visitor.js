/** A server of the site, and a visitor who uses the page in a browser. */

import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import puppeteer from 'puppeteer-core';

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json', '.png': 'image/png',
};
const CHROMIUM_OPTIONS = [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
/** Sizes in which each state is looked at: a desktop, a tablet, a phone upright and on its side, a small phone. */
export const SIZES = [[1280, 800], [768, 1024], [390, 844], [844, 390], [360, 640]];
const THEMES = ['light', 'dark'];
/** Longest wait for anything, in milliseconds; long enough for a machine with other work. */
const PATIENCE = 60_000;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts a server of the files in a folder, compressed as hosts do. @param {string} root */
export async function serve(root) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = join(root, path.endsWith('/') ? join(path, 'index.html') : path);
    try {
      const content = await promisify(gzip)(await readFile(file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://localhost:${server.address().port}` };
}

/** Starts a browser: `chrome` or `firefox`. @param {string} kind @param {string} executablePath */
export const launch = (kind, executablePath) => puppeteer.launch({ browser: kind, executablePath, args: kind === 'chrome' ? CHROMIUM_OPTIONS : [], protocolTimeout: 4 * PATIENCE });

/** A page of the browser, with what a visitor does and sees. */
export class Visitor {
  constructor(page, origin, complaints, { pictures, isQuick }) {
    Object.assign(this, { page, origin, complaints, pictures, isQuick });
  }

  static async open(browser, origin, complaints, options) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const visitor = new Visitor(page, origin, complaints, options);
    page.setDefaultTimeout(PATIENCE);
    await visitor.look('light');
    await page.evaluateOnNewDocument(() => { window.print = () => {}; });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`request to ${url.origin}`);
    });
    return visitor;
  }

  /** Opens the page as another visitor. */
  another() {
    return Visitor.open(this.page.browser(), this.origin, this.complaints, this);
  }

  async go(hash = '') {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.origin}/${hash}`);
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  ready() {
    return this.page.waitForSelector('body.is-ready');
  }

  /** Waits until no action runs. */
  idle() {
    return this.page.waitForFunction(() => !document.body.hasAttribute('aria-busy'));
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

  texts(selector) {
    return this.page.$$eval(selector, (found) => found.map(({ textContent }) => textContent));
  }

  count(selector) {
    return this.page.$$eval(selector, (found) => found.length);
  }

  waitFor(selector) {
    return this.page.waitForSelector(selector);
  }

  /** Waits for a part of the panel: `play`, `hint`, `won` or `film`. */
  mode(name) {
    return this.waitFor(`body[data-mode="${name}"]`);
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

  /** Enters digits from the keyboard: a text of 81 digits, of which the cells that are empty are taken, up to `count`. */
  async fill(solution, count = 81) {
    const empty = (await this.labels()).flatMap((label, place) => (label.includes(', empty') ? [place] : [])).slice(0, count);
    for (const place of empty) {
      await this.focus(Math.floor(place / 9) + 1, (place % 9) + 1);
      await this.keys(solution[place]);
    }
  }

  /** Boxes of the elements that can be seen, with what they are. */
  boxes(selector) {
    return this.page.$$eval(selector, (found) => found.filter((view) => view.checkVisibility({ visibilityProperty: true })).map((view) => {
      const { left, top, right, bottom, width, height } = view.getBoundingClientRect();
      return { left, top, right, bottom, width, height, name: view.id || view.ariaLabel || view.textContent.trim() };
    }));
  }

  async look(theme, [width, height] = SIZES[0], more = {}) {
    await this.page.setViewport({ width, height, ...more });
    // Firefox has no such call.
    await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }, { name: 'prefers-reduced-motion', value: 'reduce' }]).catch(() => {});
  }

  /** Looks at a state in each size and theme: takes pictures, measures, and lets axe look at some. */
  async shoot(name) {
    await this.page.evaluate(axe);
    for (const [place, size] of SIZES.entries()) {
      for (const theme of THEMES) {
        const isForAxe = [0, 2].includes(place) && (!this.isQuick || (place === 0) === (theme === 'dark'));
        if (!this.pictures && !isForAxe && theme === 'dark') continue;
        await this.look(theme, size);
        const where = `${name} at ${size.join('x')}, ${theme}`;
        if (this.pictures) await this.page.screenshot({ path: `${this.pictures}/${name}-${size.join('x')}-${theme}.png`, captureBeyondViewport: false });
        assert.equal(await this.overflow(), 0, `horizontal scroll: ${where}`);
        if (isForAxe) assert.deepEqual(await this.faults(), [], `axe-core: ${where}`);
      }
    }
    await this.look('light');
  }

  faults() {
    return this.page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join('; ')}`);
    });
  }

  /** Width by which the page, or the dialog that is open, is too wide. */
  overflow() {
    return this.page.evaluate(() => {
      const dialog = document.querySelector('dialog[open]');
      return Math.max(0, document.documentElement.scrollWidth - innerWidth, dialog ? dialog.scrollWidth - dialog.clientWidth : 0);
    });
  }
}
