// Who plays: a guest account whose token stays in this browser, the same in all its tabs.

import { signal, type ReadonlySignal } from '@preact/signals'
import { connect, Unanswered, type Api } from '../../ui/api.ts'
import { CreateGuestDocument } from '../../ui/generated/operations.ts'
import { granted } from './answers.ts'
import { followKept, keep, kept } from './kept.ts'
import { doubt, heard } from './reach.ts'

export interface Player {
  readonly id: string
  readonly name: string
}

export interface Session {
  readonly player: Player
  readonly api: Api
}

interface Kept {
  readonly token: string
  readonly player: Player
}

const KEY = 'kierki.session'

/** The address of the service: the page lies in a folder of it. */
export const SERVICE = new URL('..', location.href).href.replace(/\/$/, '')

/** The service without an account, for what anybody may see. */
export const visitor: Api = watched(connect({ api: SERVICE, token: null }), null)

const current = signal<Session | null>(null)
const refused = signal(false)
let keptText: string | null = null

/** Who plays here; null: nobody yet. */
export const session: ReadonlySignal<Session | null> = current

/** Whether the service knows the account of this browser no more, and nobody has said so yet. */
export const isRefused: ReadonlySignal<boolean> = refused

/** The service with the rights of who plays here, or of anybody. */
export function service(): Api {
  return current.value?.api ?? visitor
}

/** Take up the session that the browser has kept, and follow what other tabs do with it. */
export function openSession(): void {
  adopt(kept(KEY))
  followKept(KEY, adopt)
}

/** Make a guest account and keep it; throws Refused and Unanswered. */
export async function enter(name: string): Promise<Session> {
  const answer = await visitor.run(CreateGuestDocument, { name })
  const { player, token } = granted(answer.createGuest, 'GuestToken')
  const text = JSON.stringify({ token, player } satisfies Kept)
  keep(KEY, text)
  const entered = adopt(text)
  if (entered === null) throw new Unanswered('INTERNAL', 'There is no session.')
  return entered
}

/** Forget the account in this browser. */
export function leave(): void {
  keep(KEY, null)
  adopt(null)
}

/** The person has been told that the account is gone. */
export function acknowledge(): void {
  refused.value = false
}

function adopt(text: string | null): Session | null {
  if (text === keptText) return current.value
  current.value?.api.close()
  keptText = text
  const found = read(text)
  current.value = found && sessionOf(found)
  if (found) refused.value = false
  return current.value
}

function sessionOf({ player, token }: Kept): Session {
  return { player, api: watched(connect({ api: SERVICE, token }), token) }
}

function read(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const { token, player } = JSON.parse(text) as Partial<Kept>
    return token && player?.id && player.name ? { token, player } : null
  } catch {
    return null // another program has written there
  }
}

/** Returns the same way to the service, which tells of its reach and of a token that is refused. */
function watched(api: Api, token: string | null): Api {
  const told = (fault: unknown, whenOffline: () => void): never => {
    const code = fault instanceof Unanswered ? fault.code : 'INTERNAL'
    if (code === 'OFFLINE') whenOffline()
    if (code === 'UNAUTHENTICATED' && token !== null) forget(token)
    throw fault
  }
  return {
    async run(operation, variables) {
      const data = await api.run(operation, variables).catch((fault) => told(fault, () => heard(false)))
      heard(true)
      return data
    },
    follow(operation, variables) {
      const items = api.follow(operation, variables)
      return { ...items, next: () => items.next().catch((fault) => told(fault, doubt)) }
    },
    clockLead: () => api.clockLead(),
    drop: () => api.drop(),
    close: () => api.close(),
  }
}

function forget(token: string): void {
  if (read(keptText)?.token !== token) return
  leave()
  refused.value = true
}
