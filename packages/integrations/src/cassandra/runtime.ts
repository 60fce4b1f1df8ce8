import { type CassandraConnection, cassandraType } from '@mqdeck/drivers'
import { parseSqlTemplate } from '@mqdeck/kit'
import { timeoutMs } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { type SqlRequest, toSqlValue } from '../sql/sql-action.ts'
import { dataLookup } from '../template.ts'
import type { cassandra } from './manifest.ts'

type Parameters = ActionPlain<typeof cassandra>

export const runtime: IntegrationRuntime<ConnectorPlain<typeof cassandra>, CassandraConnection, Parameters> = {
  connect: (settings, { folder }) => cassandraType({ ...settings, folder }),
  action: createAction,
}

function createAction({ cql }: Parameters): ActionRuntime<CassandraConnection, SqlRequest> {
  const { statement, values } = parseSqlTemplate(cql, '?')
  return {
    check: (connection) => connection.prepare(statement, timeoutMs),
    render: (data) => values(dataLookup(data)).map(toSqlValue),
    show: (request) => ({ cql: statement, params: request }),
    async send(connection, batch, signal) {
      await sendOrSplit(batch, (some) => connection.runAll(statement, some, timeoutMs, signal))
      return { statements: batch.length }
    },
  }
}
