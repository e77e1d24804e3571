// What the browser keeps for the page, and for as long as it is open where the browser keeps nothing.

const memory = new Map<string, string>()

/** Returns what is kept under a name; null for nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return memory.get(name) ?? null // the person has forbidden pages to keep anything
  }
}

/** Keep a text under a name; null forgets it. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    if (text === null) memory.delete(name)
    else memory.set(name, text)
  }
}

/** Follow what other tabs keep under a name. */
export function followKept(name: string, changed: (text: string | null) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) changed(kept(name)) // null: everything is cleared
  })
}
