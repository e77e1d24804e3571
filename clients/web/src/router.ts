// Where the page is: the part of its address behind `#`, so that any server can serve it.

import { signal, type ReadonlySignal } from '@preact/signals'

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'match'; id: string; replay: boolean }
  | { page: 'invite'; code: string }
  | { page: 'unknown' }

const current = signal(read(location.hash))

/** The route that is shown. */
export const route: ReadonlySignal<Route> = current

/** Go to a path, such as `/m/m_…`; with `replace` the page before is forgotten. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) location.replace(`#${path}`)
  else location.hash = path
}

/** Returns what a link to a path has as its `href`. */
export function link(path: string): string {
  return `#${path}`
}

/** Returns the whole address of a path, to be sent to somebody. */
export function address(path: string): string {
  return new URL(`#${path}`, location.href).href
}

/** Follow the address from now on. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    current.value = read(location.hash)
  })
}

function read(hash: string): Route {
  const [first = '', second, third, ...rest] = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent)
  if (rest.length > 0) return { page: 'unknown' }
  if (first === '' && second === undefined) return { page: 'home' }
  if (isPlain(first) && second === undefined) return { page: first }
  if (first === 'i' && second && third === undefined) return { page: 'invite', code: second }
  if (first === 'm' && second && (third === undefined || third === 'replay')) {
    return { page: 'match', id: second, replay: third === 'replay' }
  }
  return { page: 'unknown' }
}

function isPlain(name: string): name is 'new' | 'settings' | 'about' {
  return name === 'new' || name === 'settings' || name === 'about'
}
