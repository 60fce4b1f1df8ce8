import { type CoapMessage, coapOption, textsOf } from '../coap-stack/message.ts'
import { refuse } from '../coap-stack/refusal.ts'
import { parsePath } from './path.ts'
import { splitLinks } from './payload.ts'

/** The parameters of a registration (OMA-TS-LightweightM2M_Core 1.1, 6.2.1). */
export interface Registration {
  readonly endpoint: string
  /** Seconds, as the device sent it. */
  readonly lifetime: number
  /** `1`, `1.0` or `1.1`. */
  readonly version: string
  /** Query parameters by name, without the password. */
  readonly query: Readonly<Record<string, string>>
  readonly password: string | undefined
  readonly links: LinkList | undefined
}

export interface LinkList {
  /** `['/1/0', '/3/0']` */
  readonly objects: readonly string[]
  /** The path before those of the objects, or `/`. */
  readonly alternatePath: string
}

const versions = ['1', '1.0', '1.1']
const maxLinks = 1000

/** @throws {Refused} */
export function readRegistration(message: CoapMessage): Registration {
  const { password, ...query } = queryOf(message)
  const { ep: endpoint, lt, lwm2m: version } = query
  if (endpoint === undefined || endpoint === '' || lt === undefined) return refuse('Login Failed: invalid queries')
  if (version === undefined || !versions.includes(version)) return refuse('Login Failed: invalid lwm2m version')
  return { endpoint, lifetime: lifetimeOf(lt), version, query, password, links: linksOf(message) }
}

/** Undefined parts are unchanged (OMA-TS-LightweightM2M_Core 1.1, 6.2.2). @throws {Refused} */
export function readUpdate(message: CoapMessage) {
  const { password: _, ...query } = queryOf(message)
  return {
    query,
    lifetime: query.lt === undefined ? undefined : lifetimeOf(query.lt),
    links: linksOf(message),
  }
}

function queryOf(message: CoapMessage): Record<string, string> {
  return Object.fromEntries(
    textsOf(message, coapOption.uriQuery).map((one) => {
      const at = one.indexOf('=')
      return at < 0 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)]
    }),
  )
}

const lifetimeOf = (text: string): number =>
  /^\d{1,10}$/.test(text) ? Number(text) : refuse('Login Failed: invalid lt, must be seconds')

/** Undefined without a payload. @throws {Refused} */
function linksOf({ payload }: CoapMessage): LinkList | undefined {
  if (payload.length === 0) return undefined
  const links = splitLinks(Buffer.from(payload).toString())
  const paths = links.map((link) => /^<([^>]*)>/.exec(link)?.[1])
  if (links.length > maxLinks || paths.some((path) => path === undefined))
    return refuse('Login Failed: invalid object links')
  const root = links.findIndex((link) => /;\s*rt="oma\.lwm2m"/.test(link))
  const alternatePath = (root >= 0 && paths[root]?.replace(/\/$/, '')) || '/'
  const prefix = alternatePath === '/' ? '' : alternatePath
  const objects = paths.flatMap((path, index) => {
    const text = path ?? ''
    if (index === root || !text.startsWith(prefix)) return []
    const own = text.slice(prefix.length)
    return parsePath(own) ? [own] : []
  })
  return { objects, alternatePath }
}
