// Keeps the playground for when there is no network. `build` writes the names of the files and a hash of all of them,
// the module's bytes included: a new version has a cache of its own, and never meets files of another.

const cacheName = "opp-play-{{hash}}";
const files = [{{files}}];

self.addEventListener("install", (event) => {
  // Files without a hash in their address may be old in the browser's other cache; the module has one, and was just fetched.
  const requests = files.map((file) => new Request(file, { cache: file.includes("?") ? "force-cache" : "no-cache" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("opp-play-") && name !== cacheName).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(cacheName)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((found) => found ?? fetch(event.request)));
});
