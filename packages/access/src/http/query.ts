import { hideSecrets } from '@mqdeck/contract'
import { type HttpAnswer, type HttpConnection, type HttpRequest, type HttpSettings, httpType } from '@mqdeck/drivers'
import type { Clock, Lookup } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { withoutPassword } from '../placeholders.ts'
import { parseRequest, type RequestSettings } from './request.ts'

export interface HttpQuerySettings extends RequestSettings, Omit<HttpSettings, 'origin' | 'folder'> {
  /** Milliseconds. */
  readonly request_timeout: number
}

export interface HttpQueryContext {
  /** Placeholders that the settings may contain. */
  readonly names: readonly string[]
  readonly clock: Clock
  readonly folder: string
}

/** One request of the settings, made again and again. */
export interface HttpQuery extends Omit<Backend<HttpConnection>, 'ask'> {
  /** Rejects when the server is down or late, or says too much. */
  send(lookup: Lookup, note?: Note): Promise<HttpAnswer>
}

/** @throws {SettingsError} */
export function createHttpQuery(settings: HttpQuerySettings, { names, clock, folder }: HttpQueryContext): HttpQuery {
  const { origin, render } = parseRequest(settings, names)
  const { ask, ...backend } = createBackend(httpType({ ...settings, origin, folder }), { clock })
  return {
    ...backend,
    async send(lookup, note) {
      if (note) describeRequest(origin, render(withoutPassword(lookup)), note)
      const request = render(lookup)
      const answer = await ask((connection) => connection.request(request, settings.request_timeout))
      note?.('response', `${answer.status} ${answer.contentType}`.trim())
      return answer
    },
  }
}

/** Headers may have secrets, too. */
function describeRequest(origin: string, { method, path, body }: HttpRequest, note: Note): void {
  note('request', `${method} ${hideSecrets(origin + path)}`)
  if (typeof body === 'string') note('body', hideSecrets(body))
}
