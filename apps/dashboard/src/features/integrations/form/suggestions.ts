import type { Kind } from '../kinds.ts'

type Settings = Readonly<Record<string, unknown>>

const connectors: Readonly<Record<string, Settings>> = {
  http: { url: 'http://127.0.0.1:8080' },
  mqtt: { server: '127.0.0.1:1883', proto_ver: 'v5' },
  mysql: { server: '127.0.0.1:3306', database: 'mqtt' },
  pgsql: { server: '127.0.0.1:5432', database: 'mqtt' },
  timescale: { server: '127.0.0.1:5432', database: 'mqtt' },
  matrix: { server: '127.0.0.1:5432', database: 'mqtt' },
  redis: { parameters: { redis_type: 'single', server: '127.0.0.1:6379' } },
  mongodb: { database: 'mqtt', parameters: { mongo_type: 'single', server: '127.0.0.1:27017' } },
  kafka_producer: { bootstrap_hosts: '127.0.0.1:9092' },
  kafka_consumer: { bootstrap_hosts: '127.0.0.1:9092' },
  elasticsearch: { server: '127.0.0.1:9200' },
  rabbitmq: { server: '127.0.0.1', port: 5672 },
  clickhouse: { url: 'http://127.0.0.1:8123', database: 'mqtt' },
  opents: { server: 'http://127.0.0.1:4242' },
  oracle: { server: '127.0.0.1:1521', sid: 'XE' },
}

const actions: Readonly<Record<string, Settings>> = {
  http: { parameters: { method: 'post', body: '${.}' } },
  mqtt: { parameters: { topic: 'bridge/${topic}', payload: '${payload}', qos: '${qos}' } },
  redis: { parameters: { command_template: ['HSET', 'mqtt:${clientid}', '${topic}', '${payload}'] } },
  mongodb: { parameters: { collection: 'mqtt_messages' } },
  kafka_producer: { parameters: { topic: 'mqtt', message: { key: '${clientid}', value: '${.}' } } },
  influxdb: { parameters: { write_syntax: 'mqtt,clientid=${clientid} qos=${qos}i,payload="${payload}"' } },
  clickhouse: {
    parameters: {
      sql: "INSERT INTO mqtt_messages (clientid, topic, qos, payload) VALUES ('${clientid}', '${topic}', ${qos}, '${payload}')",
    },
  },
  s3: { parameters: { mode: 'direct', bucket: 'mqtt', key: '${clientid}/${id}.json', content: '${.}' } },
  iotdb: {
    parameters: { data: [{ measurement: 'payload', data_type: 'text', value: '${payload}', timestamp: 'now_ms' }] },
  },
  tablestore: { parameters: { fields: [{ column: 'payload', value: '${payload}' }] } },
  rabbitmq: { parameters: { exchange: 'mqtt', routing_key: '${topic}', payload_template: '${payload}' } },
}

const sources: Readonly<Record<string, Settings>> = {
  mqtt: { parameters: { topic: 'remote/#', qos: 1 } },
}

const byKind: Readonly<Record<Kind, Readonly<Record<string, Settings>>>> = {
  connector: connectors,
  action: actions,
  source: sources,
}

/** Initial values of a new object in addition to the defaults, as examples to edit. */
export function suggested(kind: Kind, type: string): Settings {
  const all = byKind[kind]
  return (Object.hasOwn(all, type) ? all[type] : undefined) ?? {}
}
