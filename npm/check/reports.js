/** Checks pages of reports in headless Chromium: `CHROMIUM=program node reports.js [--quick] PAGE...`
 *
 * A page loads nothing and has no error, a table under every chart, and on a desk at most 8,000 pixels. In light and dark, on a desk and on a phone,
 * with everything unfolded, axe-core finds nothing, the ground is that of the scheme, and nothing is wider than the window. `--quick` looks at dark
 * on a desk and at light on a phone. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './site/visitor.js';

const LONGEST = 8000;
const LEAST_CHARTS = 7;
/** Pages open at once. */
const AT_ONCE = 2;
const [DESK, PHONE] = [1280, 390];
const isQuick = process.argv[2] === '--quick';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that hold, and problems with the place where they are. */
async function check(page, file) {
  const problems = [];
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  const address = pathToFileURL(resolve(file)).href;
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) problems.push(`loads ${request.url()}`);
  });
  // What a browser would load later, or for a print.
  for (const [link] of readFileSync(file, 'utf8').matchAll(/(?:src|href)="(?:https?:)?\/\/[^"]*|@import|url\(/g)) problems.push(`loads ${link}`);
  const at = (width) => page.setViewport({ width, height: 900 });
  await at(DESK);
  await page.goto(address);
  const count = (selector) => page.$$eval(selector, (found) => found.length);
  const [charts, tables] = [await count('figure[id] > svg'), await count('figure[id] > .numbers table')];
  if (charts < LEAST_CHARTS || charts !== tables) problems.push(`${charts} charts, ${tables} tables`);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > LONGEST) problems.push(`${height} pixels long of ${LONGEST}`);

  await page.addScriptTag({ content: axe });
  await page.$$eval('details', (all) => all.forEach((details) => { details.open = true; }));
  let rules = 0;
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const width of isQuick ? [scheme === 'dark' ? DESK : PHONE] : [DESK, PHONE]) {
      await at(width);
      const result = await page.evaluate(async () => {
        const { violations, passes } = await window.axe.run({ resultTypes: ['violations'] });
        const ground = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
        const found = violations.map(({ impact, id, nodes }) =>
          `${impact} ${id} at ${nodes.length} places: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`);
        return { found, rules: passes.length, wide: document.documentElement.scrollWidth, isDark: ground[0] + ground[1] + ground[2] < 384 };
      });
      if (result.wide > width) result.found.push(`${result.wide} pixels wide`);
      if (result.isDark !== (scheme === 'dark')) result.found.push(`the ground is not ${scheme}`);
      problems.push(...result.found.map((problem) => `${scheme}, ${width} pixels: ${problem}`));
      rules = Math.max(rules, result.rules);
    }
  }
  return { problems, passed: `${charts} charts with their tables, ${height} long of ${LONGEST}, ${rules} rules of axe-core` };
}

const browser = await launch('chrome', process.env.CHROMIUM);
const files = process.argv.slice(isQuick ? 3 : 2);
async function worker() {
  for (let file = files.shift(); file; file = files.shift()) {
    // A window of its own: what is not in front is not drawn.
    const page = await (await browser.createBrowserContext()).newPage();
    const { problems, passed } = await check(page, file);
    await page.close();
    problems.forEach((problem) => console.error(`${basename(file)}: ${problem}`));
    if (problems.length) process.exitCode = 1;
    else console.log(`${basename(file)}: ${passed}`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
await browser.close();
