/** Service worker: keeps the page and the engine, so that both work offline. What the network has is always taken first. */

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} LifeEvent */
/** @typedef {LifeEvent & { request: Request, respondWith(answer: Promise<Response>): void }} FetchEvent */

const CACHE = 'gridmill';
const FILES = [
  './', 'app.css', 'board.js', 'calendar.js', 'clock.js', 'dom.js', 'drawing.js', 'engine.js', 'film.js', 'games.js', 'hints.js', 'icon.svg', 'icon-180.png',
  'icon-512.png', 'main.js', 'manifest.webmanifest', 'new_puzzle.js', 'print.js', 'puzzles.js', 'rating.js', 'results.js', 'settings.js', 'share.js', 'state.js',
  'statistics.js', 'store.js', 'theme.js', 'view.js', 'words.js',
  'gridmill/index.js', 'gridmill/engine.js', 'gridmill/engine_core.js', 'gridmill/engine_full.js', 'gridmill/worker.js', 'gridmill/worker_full.js',
  'gridmill/worker_answers.js', 'gridmill/worker_client.js', 'gridmill/core/gridmill.js', 'gridmill/core/gridmill_bg.wasm', 'gridmill/full/gridmill.js',
  'gridmill/full/gridmill_bg.wasm',
  ...['de', 'es', 'fr', 'ja'].flatMap((code) => [`languages/${code}.json`, `gridmill/languages/${code}.js`]),
];

self.addEventListener('install', (event) => {
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }));
  /** @type {LifeEvent} */ (event).waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener('fetch', (event) => {
  const { request } = /** @type {FetchEvent} */ (event);
  if (request.method === 'GET') /** @type {FetchEvent} */ (event).respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (problem) {
    const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
    if (kept) return kept;
    throw problem;
  }
}
