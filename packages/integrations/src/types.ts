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

/** A type whose settings and connection are its own affair. */
export type AnyType = IntegrationType<unknown, unknown, unknown, unknown>

/** The catalog's structs have read what each is given, and each gets the connections that it made. */
const any = <S, C, A, P>(type: IntegrationType<S, C, A, P>): AnyType => type as unknown as AnyType

/** What each type of the catalog does. */
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
