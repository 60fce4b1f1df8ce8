import { type GreptimeConnection, greptimeType } from '@mqdeck/drivers'
import { timeoutMs } from '../http-client.ts'
import { linesOf } from '../influxdb/line-writer.ts'
import { createPoints } from '../influxdb/render-points.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import type { greptimedb } from './manifest.ts'
import { toRows } from './rows.ts'

type Parameters = ActionPlain<typeof greptimedb>

export const runtime: IntegrationRuntime<ConnectorPlain<typeof greptimedb>, GreptimeConnection, Parameters> = {
  connect: (settings, { folder }) => greptimeType({ ...settings, folder }),
  action: createAction,
}

function createAction({ write_syntax, precision }: Parameters): ActionRuntime<GreptimeConnection, string> {
  return {
    render: createPoints(linesOf(write_syntax), precision),
    /** Writing a row again replaces that with the same tags and time. */
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => ({
        rows: await connection.insert(toRows(some, precision), timeoutMs, signal),
      })),
  }
}
