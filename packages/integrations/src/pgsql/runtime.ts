import { postgresType as postgresResource, type SqlConnection } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationType } from '../port.ts'
import { createSqlAction } from '../sql/sql-action.ts'
import { matrix, pgsql, timescale } from './manifest.ts'

type Manifest = typeof pgsql
type PostgresLike = IntegrationType<ConnectorPlain<Manifest>, SqlConnection, ActionPlain<Manifest>>

const postgresLikeType = (manifest: Manifest): PostgresLike => ({
  manifest,
  connect: (settings, { folder }) => postgresResource({ ...settings, folder }),
  action: ({ sql }) =>
    createSqlAction({
      sql,
      parameters: '$n',
      missing: null,
      // With DO UPDATE, a statement must not contain the same row twice.
      canJoin: ({ tail }) => !/\bdo\s+update\b/i.test(tail),
    }),
})

export const pgsqlType = postgresLikeType(pgsql)
export const timescaleType = postgresLikeType(timescale)
export const matrixType = postgresLikeType(matrix)
