import { clickhouseType } from './clickhouse/runtime.ts'
import { elasticsearchType } from './elasticsearch/runtime.ts'
import { httpType } from './http/runtime.ts'
import { influxdbType } from './influxdb/runtime.ts'
import { kafkaConsumerType, kafkaProducerType } from './kafka/runtime.ts'
import { mongodbType } from './mongodb/runtime.ts'
import { mqttType } from './mqtt/runtime.ts'
import { mysqlType } from './mysql/runtime.ts'
import { opentsType } from './opents/runtime.ts'
import { matrixType, pgsqlType, timescaleType } from './pgsql/runtime.ts'
import type { IntegrationType } from './port.ts'
import { rabbitmqType } from './rabbitmq/runtime.ts'
import { redisType } from './redis/runtime.ts'
import { s3Type } from './s3/runtime.ts'

/** A type with unknown settings and connection. */
export type AnyType = IntegrationType<unknown, unknown, unknown, unknown>

/**
 * The cast is safe, because settings are parsed by the structs of the same type, and each type gets its own
 * connections.
 */
const any = <S, C, A, P>(type: IntegrationType<S, C, A, P>): AnyType => type as unknown as AnyType

/** The runtimes of all types of the catalog. */
export const integrationTypes: readonly AnyType[] = [
  any(httpType),
  any(mqttType),
  any(mysqlType),
  any(pgsqlType),
  any(timescaleType),
  any(matrixType),
  any(redisType),
  any(mongodbType),
  any(influxdbType),
  any(rabbitmqType),
  any(kafkaProducerType),
  any(kafkaConsumerType),
  any(s3Type),
  any(elasticsearchType),
  any(clickhouseType),
  any(opentsType),
]
