import type { HttpConnection } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import { fromJsonObject, httpSystem, requireSuccess, timeoutMs, verifyingTls } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { type opents, readServer } from './manifest.ts'
import { createPoints, type Point } from './points.ts'

type Connector = ConnectorPlain<typeof opents>
type Parameters = ActionPlain<typeof opents>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect(settings, { folder }) {
    const { origin, path } = placeOf(settings)
    return httpSystem(
      {
        origin,
        pool_size: settings.pool_size,
        enable_pipelining: 1,
        connect_timeout: 15_000,
        ssl: verifyingTls,
        folder,
      },
      async (connection, signal) => {
        const version = `${path}/api/version`
        const answer = await connection.request({ method: 'GET', path: version, headers: {} }, timeoutMs, signal)
        // Compatible systems may not have this endpoint. VictoriaMetrics answers 400 then.
        if (answer.status !== 404 && answer.status !== 400) requireSuccess(answer)
      },
    )
  },
  action: createAction,
}

function createAction({ data }: Parameters, connector: Connector): ActionRuntime<HttpConnection, readonly Point[]> {
  const { path } = placeOf(connector)
  const wanted = (['summary', 'details'] as const).filter((name) => connector[name])
  const target = {
    method: 'POST',
    path: `${path}/api/put${wanted.length > 0 ? `?${wanted.join('&')}` : ''}`,
    headers: { 'content-type': 'application/json' },
  } as const
  return {
    render: createPoints(data),
    /** Storing a point twice has no effect. */
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        const answer = await connection.request({ ...target, body: encodeJson(some.flat()) }, timeoutMs, signal)
        requireSuccess(answer)
        return { status: answer.status, success: fromJsonObject(answer.body, 'success') }
      }),
  }
}

function placeOf({ server }: Connector) {
  const place = readServer(server)
  if (!place) throw new SettingsError('server', 'must be an address such as http://127.0.0.1:4242')
  return place
}
