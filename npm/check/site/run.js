/**
 * Plays the page of a built site, and writes a picture of every state.
 *
 *   node run.js SITE [--browser chrome|firefox] [--program FILE] [--pictures DIR] [--only NAME,...] [--quick]
 *
 * SITE is `npm/site` with the built package in its folder `gridmill`. Firefox has the checks of play alone. `--quick` lets axe-core look at each
 * state in two of four looks, and gives Firefox what depends on the browser: keys, focus, touch and what is stored. Exit code 1 if a check fails.
 */

import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PAGE } from './page.js';
import { PLAY } from './play.js';
import { Visitor, launch, serve } from './visitor.js';

const { values: { browser: kind, program, only, quick, ...others }, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'string', default: 'chrome' },
    program: { type: 'string', default: '/usr/bin/chromium' },
    pictures: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
if (!folder) {
  console.error('usage: run.js SITE [--browser chrome|firefox] [--program FILE] [--pictures DIR] [--only NAME,...] [--quick]');
  process.exit(2);
}
const pictures = others.pictures && resolve(others.pictures);
if (pictures) await mkdir(pictures, { recursive: true });
const { server, origin } = await serve(resolve(folder));
const browser = await launch(kind, program);
const QUICK_IN_FIREFOX = ['keys: ', 'focus and Esc', 'to the end by touch', 'a reload'];
const has = (parts, name) => parts.some((part) => name.includes(part));
let failures = 0;
// The last check stops the server.
for (const [name, check] of Object.entries({ ...PLAY, ...(kind === 'chrome' ? PAGE : {}) })) {
  if (only && !has(only.split(','), name)) continue;
  if (quick && kind === 'firefox' && !has(QUICK_IN_FIREFOX, name)) continue;
  const complaints = [];
  const start = Date.now();
  const visitor = await Visitor.open(browser, origin, complaints, { pictures, isQuick: quick });
  try {
    const found = await check(visitor, { server });
    assert.deepEqual(complaints, []);
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s${found ? `, ${found}` : ''})`);
  } catch (error) {
    failures++;
    console.log(`FAIL  ${name}: ${error.message}${complaints.length ? `\n      ${complaints.join('\n      ')}` : ''}`);
    if (pictures) await visitor.page.screenshot({ path: `${pictures}/failed-${kind}-${failures}.png` }).catch(() => {});
  }
  await visitor.page.browserContext().close();
}
await browser.close();
server.close();
process.exitCode = failures ? 1 : 0;
