// Lets the app be opened without its server. It is served at the root of the app, with {{…}} filled in.
//
// The server comes first, and what is kept here is used only where it does not answer: so a visitor always has the
// version that the server has, an update is there at the next visit, and pages and scripts of one visit belong together.
// (Answering from the cache first would be faster by a few milliseconds, and would show the old version once after every
// update.) The name of the cache is a digest of all that can be in it. After an update this script has another digest,
// so the browser installs it again, in the background, and deletes the cache of the version before.
//
// Answers of the API are never kept, and no page that is kept has anything in it about a visitor or a game.

const ROOT = "{{root}}";
const PREFIX = `blackpeg ${ROOT}/ `;
const CACHE = PREFIX + "{{digest}}";
const PAGES = {
  play: `${ROOT}/`,
  game: `${ROOT}/play/offline`,
  learn: `${ROOT}/learn`,
  puzzles: `${ROOT}/puzzles`,
  offline: `${ROOT}/offline`,
};
const FILES = new Set("{{files}}".split(" ").map((name) => `${ROOT}/static/${name}`));
const PATIENCE_SECONDS = 6; // for which the server is waited for if there is something to show instead
const GATEWAY_STATUSES = [502, 503, 504]; // a proxy is there, but the server behind it is not

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname !== ROOT && !pathname.startsWith(`${ROOT}/`)) return; // a neighbor whose path begins with the same letters
  if (request.mode === "navigate") event.respondWith(openPage(request, pageFor(url), event));
  else if (FILES.has(pathname)) event.respondWith(fetchOrKept(request, pathname));
});

const keep = async (addresses) =>
  (await caches.open(CACHE)).addAll(addresses.map((address) => new Request(address, { cache: "no-cache" })));

async function install() {
  await keep([...Object.values(PAGES), ...FILES]);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What was kept of an address, whatever the headers of the request. */
const kept = async (address) => (await caches.open(CACHE)).match(address, { ignoreVary: true });

/** The page that stands in for an address without a server; anything but a game says that it needs the server. */
function pageFor({ pathname, searchParams }) {
  const path = pathname.slice(ROOT.length);
  if (searchParams.has("challenge") || searchParams.has("code")) return PAGES.offline; // what a friend set
  if (path === "" || path === "/" || path === "/play") return PAGES.play;
  if (path.startsWith("/play/")) return PAGES.game;
  if (path === "/puzzles" || path.startsWith("/puzzles/")) return PAGES.puzzles;
  return path === "/learn" ? PAGES.learn : PAGES.offline;
}

async function openPage(request, page, event) {
  // A page that needs the server is waited for as long as the browser waits.
  const answer = page === PAGES.offline ? await answerOf(fetch(request)) : await answerInTime(fetch(request));
  if (!answer) return (await kept(page)) ?? Response.error();
  if (answer.ok) event.waitUntil(followLanguage(answer.clone()));
  return answer;
}

async function fetchOrKept(request, address) {
  return (await answerInTime(fetch(request))) ?? (await kept(address)) ?? Response.error();
}

/** The answer of the server; undefined if there is none. */
const answerOf = (asked) =>
  asked.then(
    (answer) => (GATEWAY_STATUSES.includes(answer.status) ? undefined : answer),
    () => undefined,
  );

const answerInTime = (asked) =>
  Promise.race([answerOf(asked), new Promise((done) => setTimeout(done, 1000 * PATIENCE_SECONDS))]);

const languageOf = async (answer) => /<html[^>]* lang="([^"]+)"/.exec(await answer.text())?.[1];

/** Pages are kept in the language that the visitor reads now. */
async function followLanguage(answer) {
  const [before, now] = await Promise.all([kept(PAGES.play).then((page) => page && languageOf(page)), languageOf(answer)]);
  if (before && now && before !== now) await keep(Object.values(PAGES)).catch(() => {}); // the next visit tries again
}
