import { isSecretName, mask } from '@mqdeck/contract'
import { AnswerError, type HttpAnswer, type HttpConnection, type HttpRequest, httpType } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import { timeoutMs, withRetries } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, Exchange, IntegrationRuntime } from '../port.ts'
import type { http } from './manifest.ts'
import { httpRequests, shownRequest } from './render.ts'

type Connector = ConnectorPlain<typeof http>
type Parameters = ActionPlain<typeof http>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: (settings, { folder }) => httpType({ ...settings, origin: new URL(settings.url).origin, folder }),
  action: createAction,
}

function createAction(parameters: Parameters, connector: Connector): ActionRuntime<HttpConnection, HttpRequest> {
  const { url, headers: connectorHeaders, pool_type } = connector
  refuseLineBreaks({ ...connectorHeaders, ...parameters.headers })
  const render = httpRequests({ ...parameters, url, connectorHeaders })
  const timeout = parameters.request_timeout ?? timeoutMs

  return {
    render: (data) => ({
      ...render(data),
      ...(pool_type === 'hash' && typeof data.clientid === 'string' && { key: data.clientid }),
    }),
    show: ({ key: _, ...request }) => shownRequest(request),
    async send(connection, [request], signal) {
      if (!request) return undefined
      const answer = await withRetries(parameters.max_retries, signal, () =>
        connection.request(request, timeout, signal),
      )
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, body: answer.body }
      const reason = `the server returned status ${answer.status}`
      // EMQX retries these two.
      throw answer.status === 429 || answer.status === 503 ? new Error(reason) : new AnswerError(reason)
    },
    exchange: (connection, request, signal) =>
      exchange(new URL(url).origin, request, (asked) => connection.request(asked, timeout, signal)),
  }
}

function refuseLineBreaks(headers: Readonly<Record<string, string>>): void {
  if (Object.entries(headers).some(([name, value]) => /[\r\n]/.test(name + value)))
    throw new SettingsError('headers', 'headers must not contain line breaks')
}

/** Maximum number of bytes of a response body that are shown. */
const maxBodyBytes = 64 * 1024

const utf8 = new TextDecoder()

/** Joins repeated headers with commas. */
const answerHeaders = (headers: HttpAnswer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, isSecretName(name) ? mask : String(value)]],
    ),
  )

/** Sends a request and returns it with its response of any status. Secrets are `******`. */
async function exchange(
  origin: string,
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<Exchange> {
  const { method, path, headers, body } = shownRequest({
    ...request,
    body: typeof request.body === 'object' ? utf8.decode(request.body) : request.body,
  })
  const began = performance.now()
  const answer = await send({ ...request, cutAt: maxBodyBytes })
  return {
    request: { method, url: origin + path, headers, body },
    status: answer.status,
    headers: answerHeaders(answer.headers),
    body: answer.body,
    isCut: answer.isCut === true,
    took: Math.round(performance.now() - began),
  }
}
