import { AnswerError, type HttpConnection, type HttpRequest, httpType } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import { timeoutMs, withRetries } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { exchange } from './exchange.ts'
import type { http } from './manifest.ts'
import { httpRequests, withoutSecrets } from './render.ts'

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
    show: ({ key: _, ...request }) => ({ ...request, headers: withoutSecrets(request.headers) }),
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
