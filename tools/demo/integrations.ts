import type { Api } from './api.ts'

interface IntegrationOptions {
  /** Address of the HTTP service that receives data. */
  readonly sinkUrl: string
  readonly mqttPort: number
  readonly bridgeLogin: { readonly username: string; readonly password: string }
  /** Ports that nothing listens on. */
  readonly closedPorts: { readonly pgsql: number; readonly mysql: number; readonly kafka: number }
}

/** Connectors, actions, a data source and rules. Three connectors have no server, and one rule always fails. */
export async function createIntegrations(api: Api, options: IntegrationOptions): Promise<void> {
  // Dead connectors answer immediately, and the start does not wait for them.
  for (const connector of connectors(options))
    await api('POST', '/connectors', { resource_opts: { start_timeout: '500ms' }, ...connector })
  for (const action of actions) await api('POST', '/actions', action)
  await api('POST', '/sources', {
    type: 'mqtt',
    name: 'partner_orders',
    connector: 'headquarters',
    description: 'Orders of the partner plant',
    parameters: { topic: 'partner/orders/#', qos: 1 },
  })
  for (const rule of rules) await api('POST', '/rules', rule)
}

const connectors = ({ sinkUrl, mqttPort, bridgeLogin, closedPorts }: IntegrationOptions) => [
  { type: 'http', name: 'plant_api', description: 'Historian of the plant', url: sinkUrl, pool_size: 2 },
  { type: 'http', name: 'incident_api', description: 'Incident management', url: sinkUrl, pool_size: 2 },
  { type: 'http', name: 'door_alarm_WH_D', url: `${sinkUrl}/doors`, pool_size: 2 },
  {
    type: 'mqtt',
    name: 'headquarters',
    description: 'Bridge to the broker of the headquarters',
    server: `127.0.0.1:${mqttPort}`,
    clientid_prefix: 'bridge',
    proto_ver: 'v5',
    pool_size: 2,
    ...bridgeLogin,
  },
  {
    type: 'pgsql',
    name: 'warehouse_pg',
    description: 'Data warehouse',
    server: `127.0.0.1:${closedPorts.pgsql}`,
    database: 'warehouse',
    username: 'mqtt',
    password: 'x4-warehouse',
    pool_size: 2,
  },
  {
    type: 'mysql',
    name: 'quality_db',
    description: 'Quality assurance',
    server: `127.0.0.1:${closedPorts.mysql}`,
    database: 'quality',
    username: 'mqtt',
    password: 'x1-quality',
    pool_size: 2,
  },
  {
    type: 'kafka_producer',
    name: 'event_stream',
    description: 'Event stream of the company',
    bootstrap_hosts: `127.0.0.1:${closedPorts.kafka}`,
  },
]

const post = (path: string) => ({ method: 'post', path, body: '${.}' })
/** Dead systems may keep only little, so that the demo needs little memory. */
const smallBuffer = { max_buffer_bytes: '2MB' }

const actions = [
  { type: 'http', name: 'historian_write', connector: 'plant_api', parameters: post('/historian') },
  { type: 'http', name: 'energy_report', connector: 'plant_api', parameters: post('/energy') },
  {
    type: 'http',
    name: 'open_incident',
    connector: 'incident_api',
    parameters: { ...post('/incidents'), max_retries: 0 },
  },
  { type: 'http', name: 'door_alarm_WH_D', connector: 'door_alarm_WH_D', parameters: { method: 'post', body: '${.}' } },
  {
    type: 'mqtt',
    name: 'to_headquarters',
    connector: 'headquarters',
    parameters: { topic: 'hq/${topic}', payload: '${payload}', qos: 0 },
  },
  {
    type: 'pgsql',
    name: 'insert_movement',
    connector: 'warehouse_pg',
    parameters: { sql: 'INSERT INTO movements(vehicle, x, y, at) VALUES (${vehicle}, ${x}, ${y}, ${timestamp})' },
    resource_opts: smallBuffer,
  },
  {
    type: 'mysql',
    name: 'insert_measurement',
    connector: 'quality_db',
    parameters: { sql: 'INSERT INTO measurements(topic, value) VALUES (${topic}, ${value})' },
    resource_opts: smallBuffer,
  },
  {
    type: 'kafka_producer',
    name: 'publish_events',
    connector: 'event_stream',
    parameters: { topic: 'plant-events', message: { key: '${clientid}', value: '${.}' } },
  },
]

const republish = (topic: string, payload = '${.}') => ({
  function: 'republish',
  args: { topic, payload, qos: 0, retain: false },
})

const rules = [
  {
    id: 'historian',
    description: 'Writes the state of every line to the historian',
    sql: 'SELECT payload.state AS state, topic, timestamp FROM "plant/+/+/state"',
    actions: ['http:historian_write'],
  },
  {
    id: 'overheating_line',
    description: 'Opens an incident if a line is hotter than 60 °C',
    sql: "SELECT payload.value AS celsius, nth(2, split(topic, '/')) AS hall, nth(3, split(topic, '/')) AS line, timestamp\nFROM \"plant/+/+/temperature\"\nWHERE payload.value > 60",
    actions: ['http:open_incident', republish('alerts/${hall}/${line}/overheating')],
  },
  {
    id: 'humidity_level',
    description: 'Converts humidity to a level from 0 to 10',
    sql: 'SELECT int(payload.unit) / 10 AS level, topic FROM "plant/+/+/humidity"',
    actions: [republish('levels/${topic}')],
  },
  {
    id: 'worn_bearing',
    description: 'Reports vibration above 7 mm/s',
    sql: 'SELECT payload.value AS velocity, topic, clientid FROM "plant/+/+/vibration" WHERE payload.value > 7',
    actions: [republish('alerts/maintenance', '{"topic": "${topic}", "velocity": ${velocity}}')],
  },
  {
    id: 'states_to_headquarters',
    description: 'Forwards states to the headquarters',
    sql: 'SELECT * FROM "plant/+/+/state"',
    actions: ['mqtt:to_headquarters'],
  },
  {
    id: 'partner_orders',
    description: 'Publishes orders of the partner plant',
    sql: 'SELECT * FROM "$bridges/mqtt:partner_orders"',
    actions: [republish('orders/partner', '${payload}')],
  },
  {
    id: 'forklift_movements',
    description: 'Stores positions in the data warehouse',
    sql: 'SELECT payload.x AS x, payload.y AS y, clientid AS vehicle, timestamp FROM "fleet/+/position"',
    actions: ['pgsql:insert_movement'],
  },
  {
    id: 'forklift_in_red_zone',
    description: 'Warns drivers in the zone with chemicals',
    sql: 'SELECT clientid, payload.x AS x, payload.y AS y FROM "fleet/+/position" WHERE payload.x > 90 AND payload.y > 60',
    actions: [republish('commands/${clientid}/warning', 'Leave the red zone')],
  },
  {
    id: 'quality_measurements',
    description: 'Stores measurements above the tolerance',
    sql: 'SELECT topic, payload.value AS value FROM "plant/hall-b/+/temperature" WHERE payload.value > 45',
    actions: ['mysql:insert_measurement'],
  },
  {
    id: 'energy_per_meter',
    description: 'Reports power above 40 kW',
    sql: 'SELECT payload.kw AS kw, topic FROM "energy/+/power" WHERE payload.kw > 40',
    actions: ['http:energy_report'],
  },
  {
    id: 'energy_phases',
    description: 'One message for each phase of a meter',
    sql: 'FOREACH payload.phases AS phase\nDO phase.name AS name, phase.amps AS amps, topic\nINCASE phase.amps > 20\nFROM "energy/+/power"',
    actions: [republish('energy/phases/${name}')],
  },
  {
    id: 'events_to_kafka',
    description: 'Streams states to Kafka',
    sql: 'SELECT payload.state AS state, clientid, topic FROM "plant/+/+/state"',
    actions: ['kafka_producer:publish_events'],
  },
  {
    id: 'door_alarm_WH_D',
    description: 'Calls the security service if a door is open',
    sql: `SELECT clientid, payload.open AS open, topic FROM "warehouse/+/doors" WHERE payload.open = true`,
    actions: ['http:door_alarm_WH_D'],
  },
  {
    id: 'device_lost',
    description: 'Reports lost connections',
    sql: `SELECT clientid, reason FROM "$events/client_disconnected" WHERE reason != 'normal'`,
    actions: [republish('alerts/devices/${clientid}/lost')],
  },
  {
    id: 'rejected_logins',
    description: 'Collects rejected clients',
    sql: `SELECT clientid, username, peername, reason_code FROM "$events/client_check_authn_complete" WHERE reason_code != 'success'`,
    actions: [republish('security/rejected')],
  },
  {
    id: 'lost_deliveries',
    description: 'Reports full queues',
    sql: `SELECT clientid, reason, topic FROM "$events/delivery_dropped" WHERE reason = 'queue_full' AND topic = 'plant/hall-a/line-1/temperature'`,
    actions: [republish('alerts/queues/${clientid}')],
  },
  {
    id: 'new_subscriptions',
    description: 'Records subscriptions to alerts',
    sql: `SELECT clientid, topic FROM "$events/session_subscribed" WHERE topic =~ 'alerts/#'`,
    actions: [{ function: 'console' }],
  },
  {
    id: 'shift_summary',
    description: 'Summary at the end of a shift',
    sql: 'SELECT * FROM "notify/shift/end"',
    actions: [republish('reports/shift')],
  },
  {
    id: 'cold_storage_draft',
    description: 'Draft: alert for the cold storage',
    enable: false,
    sql: 'SELECT payload.value AS celsius FROM "cold-storage/+/temperature" WHERE payload.value > -15',
    actions: [republish('alerts/cold-storage')],
  },
]
