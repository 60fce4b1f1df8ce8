import { type Call, endpoint, textBody } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import { createValue, type Value } from '../../lib/json/value.ts'
import type { Need } from '../../ui/index.ts'
import { deployment } from '../deployment/deployment.ts'
import type { Session, SessionKeeper } from '../session/session.ts'
import { editionOf } from './edition.ts'

/**
 * `missing`: the broker has no such path (404). `off`: the feature is disabled (501). `forbidden`: this user may not
 * read it (403). `here`: any other answer, including errors about disabled settings.
 */
export type Presence = 'here' | 'missing' | 'off' | 'forbidden'

/** By path without query: `/audit`. */
type Known = Readonly<Record<string, Presence>>

/**
 * Which API paths the connected broker supports, as far as pages depend on them.
 *
 * The server that delivered the page states which MQDeck paths it has, and an enterprise cluster has no telemetry. Such
 * paths are never requested, because browsers report each 404 as an error of the page. Everything else is learned from
 * responses and not from the edition, because editions change. `/api-docs/swagger.json` has everything, but it is more than
 * a megabyte that a node builds for each request, and it can be disabled. So responses to the pages' own requests are observed, and each remaining path
 * is requested once with a cheap GET, because every request with a token costs an EMQX cluster a replicated write.
 * Results are kept as long as the tab, for this cluster, version, edition and role.
 */
export interface Capabilities {
  readonly known: Pick<Value<Known>, 'get' | 'subscribe'>
  /** Sets the paths to learn about; responses of other paths are ignored. */
  readonly watch: (needs: readonly Need[]) => void
  /** Learns from a response; `address` is the path below `/api/v5` with its query. */
  readonly observe: (method: string, address: string, status: number) => void
  /** Requests each watched path that is still unknown, one after the other. */
  readonly ask: (call: Call) => Promise<void>
  /** Requests one path again, after it may have been enabled. */
  readonly askAgain: (call: Call, need: Need) => Promise<void>
}

export const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/** Presence of a requirement; undefined until it is known. */
export const presenceOf = (known: Known, need: Need): Presence | undefined => known[pathOf(need.get)]

export function createCapabilities({ current }: Pick<SessionKeeper, 'current'>): Capabilities {
  let watched: ReadonlyMap<string, Need> = new Map()
  let requested = new Set<string>()
  let key = keyOf(current.get())
  /** Paths that are missing according to the page or the session, without a request. */
  const stated = (): Known =>
    Object.fromEntries(
      [...watched].filter(([, need]) => isStatedMissing(need, current.get())).map(([path]) => [path, 'missing']),
    )
  const known = createValue(read(key))
  current.subscribe(() => {
    const next = keyOf(current.get())
    if (next === key) return
    key = next
    requested = new Set()
    known.set({ ...stated(), ...read(key) })
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
  /** If one MQDeck-only path is missing, all of them are, unless known otherwise. */
  const siblingsOf = (need: Need): Known =>
    need.partOf === 'mqdeck'
      ? Object.fromEntries(
          [...watched]
            .filter(([path, other]) => other.partOf === 'mqdeck' && known.get()[path] === undefined)
            .map(([path]) => [path, 'missing' as const]),
        )
      : {}
  // Each response has been observed by then. Without a response the path stays unknown, and its page is shown.
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
      known.set({ ...stated(), ...known.get() })
    },
    observe,
    async ask(call) {
      const session = key
      for (const [path, need] of watched) {
        if (key !== session) return
        if (known.get()[path] !== undefined || requested.has(path)) continue
        requested.add(path)
        await ask(call, need)
      }
    },
    askAgain: ask,
  }
}

const isStatedMissing = ({ get, partOf }: Need, session: Session | undefined): boolean => {
  if (deployment.isAbsent(pathOf(get))) return true
  // The paths that the open-source edition lacks differ between versions, so they are requested.
  return partOf === 'open-source' && session !== undefined && editionOf(session) === 'enterprise'
}

const ignore = () => {}

/** The body is ignored, so no shape is declared. */
const question = (get: Need['get']) => endpoint({ method: 'GET', path: get, tag: '', ok: { 200: textBody } })

function presenceBy(status: number): Presence | undefined {
  if (status === 404) return 'missing'
  if (status === 501) return 'off'
  if (status === 403) return 'forbidden'
  // Expired sessions, rate limits and server errors do not show whether the path exists.
  if (status === 401 || status === 429 || status >= 500) return undefined
  return 'here'
}

const storageName = 'capabilities'

/**
 * The base path distinguishes clusters on one server. The user is unknown here: the session in the browser's storage
 * is encrypted.
 */
const keyOf = (session: Session | undefined) =>
  JSON.stringify([deployment.basePath, session?.version, session?.edition, session?.role === 'viewer' ? 'reads' : ''])

function read(key: string): Known {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    const ofCluster = isRecord(all) ? all[key] : undefined
    if (!isRecord(ofCluster)) return {}
    return Object.fromEntries(
      Object.entries(ofCluster).filter((entry): entry is [string, Presence] => isPresence(entry[1])),
    )
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
    // Storage is blocked or full: the paths are requested again after a reload.
  }
}
