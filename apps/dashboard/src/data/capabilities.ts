import { type Call, endpoint, textBody } from '@mqdeck/contract'
import { isRecord } from '../lib/json-path.ts'
import { createValue, type Value } from '../lib/value.ts'
import type { Need } from '../ui/index.ts'
import { deployment } from './deployment.ts'
import type { Session, SessionKeeper } from './session.ts'

/**
 * `missing`: the broker has no such path (404). `off`: it has, and does not do it (501). `forbidden`: this user may not read it
 * (403). `here`: anything else that it says of itself, also that a setting is off.
 */
export type Presence = 'here' | 'missing' | 'off' | 'forbidden'

/** By path, without what stands behind the question mark: `/audit`. */
type Known = Readonly<Record<string, Presence>>

/**
 * What the broker behind the page can do, as far as a page depends on it.
 *
 * It is learned from answers, not from the edition: editions change what they contain, and in front of EMQX some paths are MQDeck's
 * own. `/api-docs/swagger.json` would tell everything at once, but it is more than a megabyte that a node puts together for each
 * asker, and it can be switched off. So whatever pages ask anyway is listened to, and what is left is asked with one cheap GET
 * each: every request with a token costs an EMQX cluster a replicated write. The answers are kept as long as the tab and hold
 * for this cluster, version, edition and kind of role.
 */
export interface Capabilities {
  readonly known: Pick<Value<Known>, 'get' | 'subscribe'>
  /** Says what matters; answers to anything else are not kept. */
  readonly watch: (needs: readonly Need[]) => void
  /** Learns from the answer to a request; `address` is the path below `/api/v5`, with its query. */
  readonly observe: (method: string, address: string, status: number) => void
  /** Asks for what is watched and not known yet, one after the other and each once. */
  readonly ask: (call: Call) => Promise<void>
  /** Asks once more for one path: somebody has switched it on. */
  readonly askAgain: (call: Call, need: Need) => Promise<void>
}

export const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/** Of a need; undefined as long as nobody has asked. */
export const presenceOf = (known: Known, need: Need): Presence | undefined => known[pathOf(need.get)]

export function createCapabilities({ current }: Pick<SessionKeeper, 'current'>): Capabilities {
  let watched: ReadonlyMap<string, Need> = new Map()
  let asked = new Set<string>()
  let key = keyOf(current.get())
  const known = createValue(read(key))
  current.subscribe(() => {
    const next = keyOf(current.get())
    if (next === key) return
    key = next
    asked = new Set()
    known.set(read(key))
  })

  const learn = (news: Known) => {
    const before = known.get()
    if (Object.entries(news).every(([path, presence]) => before[path] === presence)) return
    known.set({ ...before, ...news })
    write(key, known.get())
  }
  const observe = (method: string, address: string, status: number) => {
    const path = pathOf(address)
    const need = watched.get(path)
    const presence = presenceBy(status)
    if (method !== 'GET' || !need || !presence || !current.get()) return
    learn({ ...(presence === 'missing' && siblingsOf(need)), [path]: presence })
  }
  /** What only MQDeck's own broker has is missing as a whole, as far as nothing else is known. */
  const siblingsOf = (need: Need): Known =>
    need.partOf === 'mqdeck'
      ? Object.fromEntries(
          [...watched]
            .filter(([path, other]) => other.partOf === 'mqdeck' && known.get()[path] === undefined)
            .map(([path]) => [path, 'missing' as const]),
        )
      : {}
  // Whatever comes back has been observed by then; what does not come back stays unknown, and its page is shown.
  const ask = (call: Call, { get, shownBy }: Need) => {
    if (!shownBy) return call(question(get)).then(ignore, ignore)
    const learnFrom = (body: unknown) => {
      const answer: unknown = typeof body === 'string' ? JSON.parse(body) : body
      learn({ [pathOf(get)]: isRecord(answer) && shownBy.field in answer ? 'here' : 'missing' })
    }
    return call(question(shownBy.get)).then(learnFrom).catch(ignore)
  }

  return {
    known,
    watch(needs) {
      watched = new Map([...watched, ...needs.map((need) => [pathOf(need.get), need] as const)])
    },
    observe,
    async ask(call) {
      const session = key
      for (const [path, need] of watched) {
        if (key !== session) return
        if (known.get()[path] !== undefined || asked.has(path)) continue
        asked.add(path)
        await ask(call, need)
      }
    },
    askAgain: ask,
  }
}

const ignore = () => {}

/** Its body is of no interest, so no shape is declared for it. */
const question = (get: Need['get']) => endpoint({ method: 'GET', path: get, tag: '', ok: { 200: textBody } })

function presenceBy(status: number): Presence | undefined {
  if (status === 404) return 'missing'
  if (status === 501) return 'off'
  if (status === 403) return 'forbidden'
  // Who must sign in anew, wait, or meets a broken server learns nothing about the path.
  if (status === 401 || status === 429 || status >= 500) return undefined
  return 'here'
}

const storageName = 'capabilities'

/** The base path tells clusters on one server apart. Who is signed in cannot be read in the browser's storage. */
const keyOf = (session: Session | undefined) =>
  JSON.stringify([deployment.basePath, session?.version, session?.edition, session?.role === 'viewer' ? 'reads' : ''])

function read(key: string): Known {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    const mine = isRecord(all) ? all[key] : undefined
    if (!isRecord(mine)) return {}
    return Object.fromEntries(Object.entries(mine).filter((entry): entry is [string, Presence] => isPresence(entry[1])))
  } catch {
    return {}
  }
}

const isPresence = (value: unknown): value is Presence =>
  value === 'here' || value === 'missing' || value === 'off' || value === 'forbidden'

function write(key: string, known: Known): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ [key]: known }))
  } catch {
    // Blocked or full: it is asked anew after a reload.
  }
}
