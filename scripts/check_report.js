// Checks the accessibility of report pages by the rules of axe-core, in light and dark, on a desk and on a phone, with everything unfolded.
// `NODE_PATH=node_modules CHROMIUM=/usr/bin/chromium node scripts/check_report.js PAGE...` needs the packages axe-core and puppeteer-core;
// `AXE_JS` names another axe.min.js. A page must not be wider than the window either, and its ground must be that of the scheme.
"use strict";
const fs = require("fs");
const path = require("path");
const puppeteer = require("puppeteer-core");

const axe = fs.readFileSync(process.env.AXE_JS || require.resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [1280, 390];
const SCHEMES = ["light", "dark"];

async function check(browser, file, width, scheme) {
    const page = await browser.newPage();
    try {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setViewport({ width, height: 900 });
        await page.goto("file://" + path.resolve(file));
        await page.addScriptTag({ content: axe });
        return await page.evaluate(async () => {
            document.querySelectorAll("details").forEach((details) => { details.open = true; });
            const result = await window.axe.run();
            const ground = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
            return {
                found: result.violations.map((one) => {
                    const nodes = one.nodes.slice(0, 3).map((node) => node.target.join(" "));
                    return `${one.impact} ${one.id} at ${one.nodes.length} places: ${nodes.join(", ")}`;
                }),
                rules: result.passes.length,
                width: document.documentElement.scrollWidth,
                dark: ground[0] + ground[1] + ground[2] < 384,
            };
        });
    } finally {
        await page.close();
    }
}

(async () => {
    const browser = await puppeteer.launch({
        executablePath: process.env.CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu"],
        protocolTimeout: 300000,
    });
    let failed = false;
    for (const file of process.argv.slice(2)) {
        const name = path.basename(file);
        let [rules, problems] = [0, 0];
        for (const scheme of SCHEMES) {
            for (const width of WIDTHS) {
                const result = await check(browser, file, width, scheme);
                const found = [...result.found];
                if (result.width > width) found.push(`${result.width} pixels wide`);
                if (result.dark !== (scheme === "dark")) found.push(`the ground is not ${scheme}`);
                found.forEach((problem) => console.error(`${name}, ${scheme}, ${width} pixels: ${problem}`));
                problems += found.length;
                rules = Math.max(rules, result.rules);
            }
        }
        failed = failed || problems > 0;
        if (problems === 0) console.log(`${name}: axe-core finds nothing by ${rules} rules, light and dark, ${WIDTHS.join(" and ")} pixels wide`);
    }
    await browser.close();
    process.exitCode = failed ? 1 : 0;
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
