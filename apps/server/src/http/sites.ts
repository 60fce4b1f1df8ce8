import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeSoon } from './close-soon.ts'
import { dataHeaders, rawResponse } from './security-headers.ts'

/** One dashboard with the API of its cluster. */
export interface Site {
  /** Site at `/@name/`. Undefined for the one at the root. */
  readonly name: string | undefined
  /** Receives paths relative to the site. */
  readonly handle: RequestListener
  /** False if the path does not support protocol upgrades. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
}

export interface Sites {
  readonly handle: RequestListener
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/**
 * Routes a request to a site. Paths with and without `base` are equivalent, so that it does not matter whether a
 * reverse proxy removes the prefix.
 * @param base `/mqtt`, or empty
 */
export function createSites(base: string, main: Site, others: readonly Site[]): Sites {
  const byName = new Map(others.map((site) => [site.name, site]))
  const place = (url: string): Place => {
    if (base !== '' && isExactly(url, base)) return { redirect: withSlash(base, url.slice(base.length)) }
    const path = url.startsWith(`${base}/`) ? url.slice(base.length) : url
    const [, name, rest = ''] = /^\/@([^/?]+)(.*)$/s.exec(path) ?? []
    const site = byName.get(name)
    if (!site) return { site: main, url: path }
    return rest.startsWith('/') ? { site, url: rest } : { redirect: withSlash(`/@${site.name}`, rest) }
  }
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const found = place(request.url ?? '/')
    if ('redirect' in found) return redirect(response, found.redirect)
    request.url = found.url
    found.site.handle(request, response)
  }
  return {
    handle,
    onUpgrade(request, socket, head) {
      const found = place(request.url ?? '/')
      const original = request.url
      if (!('redirect' in found)) {
        request.url = found.url
        if (found.site.onUpgrade(request, socket, head)) return
        request.url = original
      }
      answerUnchanged(request, socket, head, handle)
    },
  }
}

type Place = { readonly site: Site; readonly url: string } | { readonly redirect: string }

const isExactly = (url: string, path: string) => url === path || url.startsWith(`${path}?`)

/** Relative to the requested URL, so that it works behind any prefix. */
const withSlash = (path: string, query: string) => `./${path.slice(path.lastIndexOf('/') + 1)}/${query}`

function redirect(response: ServerResponse, location: string): void {
  const headers = { location, 'content-length': 0, 'cache-control': 'no-store', ...Object.fromEntries(dataHeaders) }
  response.writeHead(307, headers).end()
}

/**
 * A server may ignore an upgrade request (RFC 9110, 7.8), and some clients send one with every request (`Upgrade:
 * h2c`). The request is handled as it is. Node has already detached its parser, so the connection must be closed after
 * the response.
 */
function answerUnchanged(asked: IncomingMessage, socket: Duplex, head: Buffer, handle: RequestListener): void {
  socket.on('error', () => socket.destroy())
  // Nothing would decode the chunks.
  if (asked.headers['transfer-encoding'] !== undefined) {
    socket.end(rawResponse('501 Not Implemented'))
    closeSoon(socket)
    return
  }
  const request = copyOf(asked)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(request.socket)
  response.once('finish', () => {
    response.detachSocket(request.socket)
    socket.end()
    closeSoon(socket)
  })
  handle(request, response)
  feedBody(request, socket, head)
}

/** Node has ended the body of the request that it passed. */
function copyOf(asked: IncomingMessage): IncomingMessage {
  const { socket, method, url, rawHeaders, headers, httpVersion, httpVersionMajor, httpVersionMinor } = asked
  const parts = { method, url, rawHeaders, headers, httpVersion, httpVersionMajor, httpVersionMinor }
  return Object.assign(new IncomingMessage(socket), parts)
}

/**
 * Does the work of Node's parser: forwards as many bytes as Content-Length, and pauses the connection while they are
 * not read.
 */
function feedBody(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  let left = Number(request.headers['content-length'] ?? 0)
  const take = (chunk: Buffer) => {
    const part = chunk.subarray(0, left)
    left -= part.length
    // Reading resumes the connection.
    if (part.length > 0 && !request.push(part)) socket.pause()
    if (left > 0) return
    socket.off('data', take)
    request.complete = true
    request.push(null)
  }
  socket.once('close', () => {
    if (left > 0) request.destroy(new Error('aborted'))
  })
  socket.on('data', take)
  take(head)
}
