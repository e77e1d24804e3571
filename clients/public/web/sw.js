// Lets the page open without a network. What the service answers is never kept: without it the page
// opens and says that the service is away.

const CACHE = 'kierki-pages-1'
const PATIENCE_MS = 4_000

const page = new URL('./', self.location.href).href
const assets = new URL('../assets/', self.location.href).href
const beside = ['./manifest.webmanifest', './manifest.pl.webmanifest', './icon.svg', './icon-192.png'].map(
  (name) => new URL(name, self.location.href).href,
)

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = request.url.split(/[?#]/)[0]
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && address === page) event.respondWith(newestPage(event))
  else if (address.startsWith(assets)) event.respondWith(asset(request))
  else if (beside.includes(address)) event.respondWith(fetch(request).catch(() => caches.match(address)))
})

/** The page as the service has it now; the kept one if that does not come soon. */
async function newestPage(event) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(page)
  const coming = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(keepPage(cache, answer.clone()))
    return answer.ok ? answer : (kept ?? answer)
  })
  if (kept === undefined) return coming
  event.waitUntil(coming.catch(() => undefined)) // what comes too late is kept for the next time
  return Promise.race([coming.catch(() => kept), pause(PATIENCE_MS).then(() => kept)])
}

/** A file whose name changes with what is in it, so that the kept one is never too old. */
async function asset(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

async function keepAll() {
  const cache = await caches.open(CACHE)
  const answer = await fetch(page, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The page answers ${answer.status}.`)
  await keepPage(cache, answer)
  await cache.addAll(beside)
}

/** Keep a page with all that it names, and drop what only an older one did. */
async function keepPage(cache, answer) {
  const named = assetsOf(await answer.clone().text())
  const missing = await Promise.all(named.map(async (url) => ((await cache.match(url)) ? [] : [url])))
  await cache.addAll(missing.flat())
  await cache.put(page, answer)
  const old = (await cache.keys()).filter(({ url }) => url.startsWith(assets) && !named.includes(url))
  await Promise.all(old.map((request) => cache.delete(request)))
}

function assetsOf(html) {
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => new URL(name, page).href)
  return names.filter((url) => url.startsWith(assets))
}

async function dropOtherCaches() {
  const others = (await caches.keys()).filter((name) => name.startsWith('kierki-') && name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms))
}
