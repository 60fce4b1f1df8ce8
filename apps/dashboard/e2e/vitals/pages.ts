import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Calls the management API with `GET`. */
export type Read = (path: string) => Promise<unknown>

/** Where the detail pages find the ID of something that the demo has: the route, the list and the ID of an element. */
const lists: readonly (readonly [route: string, list: string, idOf: (element: Element) => unknown])[] = [
  ['/dashboard/nodes/$nodeName', '/nodes', ({ node }) => node],
  ['/clients/detail/$clientId', '/clients?limit=1', ({ clientid }) => clientid],
  ['/authentication/detail/$id', '/authentication', ({ id }) => id],
  ['/authorization/detail/$type', '/authorization/sources', ({ type }) => type],
  ['/rule/rules/$id', '/rules?limit=1', ({ id }) => id],
  ['/rule/actions/$id', '/actions', ({ type, name }) => `${type}:${name}`],
  ['/rule/source/$id', '/sources', ({ type, name }) => `${type}:${name}`],
  ['/connector/$id', '/connectors', ({ type, name }) => `${type}:${name}`],
  ['/listener/detail/$id', '/listeners', ({ id }) => id],
  ['/log-trace/detail/$id', '/trace', ({ name }) => name],
]

type Element = Readonly<Record<string, unknown>>

/** The paths of all pages in the shell, with IDs that exist. */
export async function readPaths(read: Read): Promise<readonly string[]> {
  const ids: Record<string, string | readonly string[]> = {
    '/exhook/detail/$name': 'not_there',
    '/flow/$id': 'not_there',
    '/message-transformation/detail/$name': 'not_there',
    '/plugins/detail/$plugin': 'not_there',
    '/schema-validation/detail/$name': 'not_there',
    '/schema/detail/$name': 'not_there',
    '/schema/external/detail/$name': 'not_there',
    '/webhook/$name': 'not_there',
    '/zones/detail/$name': 'not_there',
    '/gateway/create/$name': 'stomp',
    '/gateway/detail/$name': 'stomp',
    '/gateway/detail/$name/$tab': ['stomp', 'clients'],
    '/gateway/detail/$name/listeners/$id': ['stomp', 'stomp:tcp:default'],
    '/gateway/detail/$name/clients/$clientId': ['stomp', 'not_there'],
  }
  for (const [route, list, idOf] of lists) {
    const answer = Object(await read(list))
    const first: unknown = (Array.isArray(answer) ? answer : (answer.data ?? answer.sources))?.[0]
    ids[route] = first === undefined ? 'not_there' : String(idOf(Object(first)))
  }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  // Pages import styles, which only Vite can read.
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const pages = await server.ssrLoadModule('/src/app/every-path.ts')
    return (pages as EveryPath).everyPath(ids) // its exports
  } finally {
    await server.close()
  }
}

interface EveryPath {
  readonly everyPath: (ids: Readonly<Record<string, string | readonly string[]>>) => readonly string[]
}
