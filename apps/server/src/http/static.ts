import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, type UnknownPathHandler } from './not-found.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A file in memory. */
export interface Asset {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
  /** The name changes with the contents. */
  readonly immutable: boolean
  readonly compressible: boolean
  /** Compressed at the first request, then cached. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const incompressible = new Set(['.png', '.ico', '.woff2', '.wasm'])
const encodings = ['br', 'gzip'] as const
const indexName = '/index.html'

/** Files of the built dashboard by path. */
export type DashboardFiles = ReadonlyMap<string, Asset>

/** Reads all files once, so that requests cannot access other files. */
export function readDashboard(folder: string): DashboardFiles {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const names = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
    // Names with a leading dot (`.vite/`, `.built-from`) belong to the build.
    .filter((name) => !name.includes('/.'))
  return new Map(names.map((name) => [name, toAsset(name, readFileSync(join(folder, name)))]))
}

/**
 * Handles requests without a route with the built dashboard: files by their path, and `index.html` for browsers that
 * open a path of the single-page application.
 * @param toPage creates the page that browsers get instead of `index.html`
 */
export function createDashboard(
  files: DashboardFiles,
  toPage: (html: string) => string = (html) => html,
): UnknownPathHandler {
  const built = files.get(indexName)
  const index = built && toAsset(indexName, Buffer.from(toPage(built.bytes.toString())))
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!isRead(request)) return notFound(request, reply)
    const asset = path === indexName ? index : files.get(path)
    if (asset) return sendAsset(request, reply, asset)
    if (path === '/' || isNavigation(request, path)) return index ? sendAsset(request, reply, index) : notBuilt(reply)
    return notFound(request, reply)
  }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** A browser that opens a page, not a script with a mistyped API path or a missing file. */
function isNavigation({ headers }: FastifyRequest, path: string): boolean {
  return (headers.accept ?? '').includes('text/html') && !/^\/(api|api-docs|assets|static|mqdeck)(\/|$)/.test(path)
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain').send('The dashboard is not built. Run "npm run build".\n')
}

/** Sends a file compressed if the caller accepts it, or 304 if the caller has it. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  reply
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (isCached(asset, request.headers['if-none-match'])) return reply.code(304).send()
  const encoding = choose(asset, request.headers['accept-encoding'])
  const bytes = await encode(asset, encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(200).header('content-type', asset.type).send(bytes)
}

/** A list of tags or `*`. Proxies send several: RFC 9110, 13.1.2. */
function isCached({ etag }: Asset, tags: string | undefined): boolean {
  return tags !== undefined && (tags.trim() === '*' || tags.split(',').some((tag) => tag.trim() === etag))
}

function choose(asset: Asset, accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.split(';'))
    .filter(([, quality]) => quality?.trim() !== 'q=0')
    .map(([name]) => name?.trim())
  return (asset.compressible && encodings.find((encoding) => names.includes(encoding))) || 'identity'
}

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: (bytes: Buffer) => Promise.resolve(bytes),
}

function encode(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const bytes = asset.encoded.get(encoding) ?? compressors[encoding](asset.bytes)
  asset.encoded.set(encoding, bytes)
  return bytes
}

/** @param name its extension determines the type */
export function toAsset(name: string, bytes: Buffer): Asset {
  const extension = extname(name)
  return {
    type: types[extension] ?? 'application/octet-stream',
    bytes,
    // Weak: the same for each encoding, RFC 9110, 8.8.3.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    immutable: /^\/(assets|static)\/.*-[\w-]{8,}\.\w+$/.test(name),
    compressible: bytes.length >= 512 && !incompressible.has(extension),
    encoded: new Map(),
  }
}
