// The last visit, in the browser's own storage: the rules, and the place at which the page stood.

import { checked } from "./share.mjs";

const key = "opp-playground";

/** The last session; undefined where there is none, or where the browser keeps nothing. */
export function restored() {
  try {
    const text = localStorage.getItem(key);
    return text ? checked(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a session. */
export function keep(shared) {
  try {
    localStorage.setItem(key, JSON.stringify(shared));
  } catch {
    // Storage is full or not allowed: the page works without.
  }
}
