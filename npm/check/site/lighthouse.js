/**
 * Rates the page of a built site by Lighthouse, as on a phone: `CHROMIUM=program node lighthouse.js SITE [--quick]`
 *
 * --quick leaves out performance, whose score is of times, and so of what else the machine does.
 */

import { strict as assert } from 'node:assert';
import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { launch, serve } from './visitor.js';

/** Least score of each category, of 100. */
const LEAST = { 'accessibility': 100, 'best-practices': 100, ...(process.argv.includes('--quick') ? {} : { 'performance': 95 }) };
/** Runs whose best counts: other work on the machine makes pages slower, never faster. */
const RUNS = 3;

const { server, origin } = await serve(resolve(process.argv[2]));
const browser = await launch('chrome', process.env.CHROMIUM ?? '/usr/bin/chromium');
const scores = Object.fromEntries(Object.keys(LEAST).map((name) => [name, 0]));
const faults = new Set();
for (let run = 0; run < RUNS && Object.entries(LEAST).some(([name, least]) => scores[name] < least); run++) {
  const { lhr } = await lighthouse(`${origin}/`, { port: Number(new URL(browser.wsEndpoint()).port), onlyCategories: Object.keys(LEAST), logLevel: 'error' });
  for (const [name, { score }] of Object.entries(lhr.categories)) scores[name] = Math.max(scores[name], Math.round(100 * score));
  for (const { id, title, score, displayValue } of Object.values(lhr.audits)) if (score !== null && score < 0.9) faults.add(`${id}: ${title} ${displayValue ?? ''}`);
}
await browser.close();
server.close();
console.log(Object.entries(scores).map(([name, score]) => `${name} ${score}`).join(', '));
for (const [name, least] of Object.entries(LEAST)) assert.ok(scores[name] >= least, `${name}: ${scores[name]}, less than ${least}\n${[...faults].join('\n')}`);
