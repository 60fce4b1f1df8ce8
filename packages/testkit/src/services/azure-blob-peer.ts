import { createHmac } from 'node:crypto'
import { type ReceivedRequest, startHttpServer } from '../http-server.ts'

export interface AzureBlobPeer {
  /** With the account in the path, as Azurite has it. */
  readonly endpoint: string
  /** By `container/blob`, in the order of upload. */
  blobs(): ReadonlyMap<string, { readonly bytes: Buffer; readonly contentType: string }>
  down(): Promise<void>
  up(): Promise<void>
}

/**
 * A fake Azure Blob Storage, because Azurite needs a newer Node.js. Supports containers, blobs and blocks. Verifies every
 * signature (SharedKey) and returns Azure's error codes.
 */
export async function startAzureBlobPeer(options: {
  readonly account: string
  readonly key: string
  readonly containers: readonly string[]
}): Promise<AzureBlobPeer> {
  const { account, key, containers } = options
  const server = await startHttpServer()
  const blobs = new Map<string, { readonly bytes: Buffer; readonly contentType: string }>()
  const blocks = new Map<string, Buffer>()

  function answerTo(request: ReceivedRequest): readonly [status: number, code?: string] {
    const url = new URL(request.target, server.origin)
    if (!isSigned(request, url, account, key)) return [403, 'AuthenticationFailed']
    const [, , container = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (container === '') return [200]
    if (!containers.includes(container)) return [404, 'ContainerNotFound']
    if (request.method === 'GET') return [200]
    const place = `${container}/${rest.join('/')}`
    const type = request.headers['content-type'] ?? ''
    if (url.searchParams.get('comp') === 'block') {
      blocks.set(`${place} ${url.searchParams.get('blockid')}`, request.bytes)
      return [201]
    }
    if (url.searchParams.get('comp') === 'blocklist') {
      const ids = [...request.body.matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) => blocks.get(`${place} ${id}`))
      if (ids.includes(undefined)) return [400, 'InvalidBlockList']
      store(place, Buffer.concat(ids.flatMap((one) => one ?? [])), String(request.headers['x-ms-blob-content-type']))
      return [201]
    }
    if (request.headers['x-ms-blob-type'] !== 'BlockBlob') return [400, 'MissingRequiredHeader']
    store(place, request.bytes, type)
    return [201]
  }

  function store(place: string, bytes: Buffer, contentType: string): void {
    blobs.delete(place)
    blobs.set(place, { bytes, contentType })
  }

  server.answer((request, response) => {
    const [status, code] = answerTo(request)
    response.writeHead(status, code === undefined ? {} : { 'x-ms-error-code': code }).end()
  })

  return {
    endpoint: `${server.origin}/${account}`,
    blobs: () => blobs,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

/** As in Microsoft's description "Authorize with Shared Key". */
function isSigned({ method, headers }: ReceivedRequest, url: URL, account: string, key: string): boolean {
  const header = (name: string) => String(headers[name] ?? '')
  const length = header('content-length')
  let text = `${method}\n${header('content-encoding')}\n${header('content-language')}\n${length === '0' ? '' : length}\n`
  text += `${header('content-md5')}\n${header('content-type')}\n\n${header('if-modified-since')}\n${header('if-match')}\n`
  text += `${header('if-none-match')}\n${header('if-unmodified-since')}\n${header('range')}\n`
  for (const name of Object.keys(headers).sort()) if (name.startsWith('x-ms-')) text += `${name}:${header(name)}\n`
  text += `/${account}${url.pathname}`
  for (const name of [...url.searchParams.keys()].sort()) text += `\n${name}:${url.searchParams.get(name)}`
  const wanted = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
  return headers['x-ms-date'] !== undefined && headers.authorization === `SharedKey ${account}:${wanted}`
}
