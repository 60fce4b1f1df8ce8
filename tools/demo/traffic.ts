import { type Fleet, halls, lines } from './fleet.ts'
import type { MqttClient } from './mqtt-client.ts'

/** A value that a client publishes again and again. */
interface Signal {
  readonly client: MqttClient
  readonly topic: string
  readonly everyMs: number
  readonly qos: 0 | 1
  readonly payload: (seconds: number) => string
}

const tickMs = 100
/** Messages per second of all door sensors, of any number. */
const doorRate = 5

/** Publishes what machines, vehicles and people send. The rate varies between about 90 and 290 messages per second. */
export function startTraffic({ clients }: Fleet): { stop(): void } {
  const signals = [...lineSignals(clients), ...meterSignals(clients), ...vehicleSignals(clients)]
  const doors = [...clients.values()].filter(({ clientId }) => clientId.startsWith('door-sensor'))
  const nextAt = signals.map(({ everyMs }) => Math.random() * everyMs)
  let elapsed = 0
  const timer = setInterval(() => {
    elapsed += tickMs
    const seconds = elapsed / 1_000
    const pace = paceAt(seconds)
    for (const [index, { client, topic, everyMs, qos, payload }] of signals.entries()) {
      if ((nextAt[index] ?? 0) > elapsed) continue
      nextAt[index] = elapsed + (everyMs / pace) * (0.9 + 0.2 * Math.random())
      client.publish(topic, payload(seconds), { qos })
    }
    if (Math.random() < (doorRate * pace * tickMs) / 1_000) publishDoor(doors)
  }, tickMs)
  const people = startPeople(clients)
  return {
    stop() {
      clearInterval(timer)
      people.stop()
    },
  }
}

/** Slow waves of several minutes, and a short peak every ten minutes. */
function paceAt(seconds: number): number {
  const waves = 1.05 + 0.32 * Math.sin(seconds / 130) + 0.12 * Math.sin(seconds / 37)
  return seconds % 600 > 540 ? waves * 1.35 : waves
}

function lineSignals(clients: Fleet['clients']): readonly Signal[] {
  return halls.flatMap((hall, hallIndex) =>
    lines.flatMap((line, lineIndex) => {
      const offset = hallIndex * 4 + lineIndex
      const noise = (size: number) => (Math.random() - 0.5) * size
      // One line becomes too hot from time to time, and one bearing is worn.
      const heat = (seconds: number) => (hall === 'hall-b' && line === 'line-2' && seconds % 300 < 60 ? 28 : 0)
      const wear = hall === 'hall-a' && line === 'line-4' ? 2.6 : 0
      const of = (kind: string, everyMs: number, qos: 0 | 1, payload: Signal['payload']): readonly Signal[] => {
        const client = clients.get(`${kind}-sensor-${hall}-${line}`)
        return client ? [{ client, topic: `plant/${hall}/${line}/${kind}`, everyMs, qos, payload }] : []
      }
      return [
        ...of('temperature', 220, 1, (seconds) =>
          toJson(36 + offset / 2 + 4 * Math.sin(seconds / 90 + offset) + heat(seconds) + noise(1.2), '°C'),
        ),
        ...of('vibration', 220, 0, (seconds) =>
          toJson(3.8 + wear + Math.sin(seconds / 40 + offset) + noise(1.6), 'mm/s'),
        ),
        ...of('humidity', 1_000, 0, (seconds) => toJson(44 + 6 * Math.sin(seconds / 200 + offset) + noise(1), '%')),
        ...of('state', 2_000, 0, (seconds) =>
          JSON.stringify({
            state: (seconds / 60 + offset) % 17 < 1 ? 'maintenance' : 'running',
            order: 4_711 + offset,
          }),
        ),
      ]
    }),
  )
}

const toJson = (value: number, unit: string) => JSON.stringify({ value: Math.round(value * 100) / 100, unit })

const numbered = (clients: Fleet['clients'], prefix: string) =>
  [...clients.values()].filter(({ clientId }) => clientId.startsWith(prefix))

function meterSignals(clients: Fleet['clients']): readonly Signal[] {
  return numbered(clients, 'energy-meter-').map((client, index) => ({
    client,
    topic: `energy/meter-${client.clientId.slice('energy-meter-'.length)}/power`,
    everyMs: 1_000,
    qos: 0,
    payload(seconds) {
      const amps = 14 + 8 * Math.sin(seconds / 70 + index)
      const phases = ['L1', 'L2', 'L3'].map((name) => ({
        name,
        amps: Math.round((amps + Math.random() * 4) * 10) / 10,
      }))
      return JSON.stringify({ kw: Math.round(amps * 2.1), phases })
    },
  }))
}

function vehicleSignals(clients: Fleet['clients']): readonly Signal[] {
  return numbered(clients, 'forklift-').map((client, index) => ({
    client,
    topic: `fleet/${client.clientId}/position`,
    everyMs: 1_000,
    qos: 0,
    payload: (seconds) =>
      JSON.stringify({
        x: Math.round(500 + 500 * Math.sin(seconds / 50 + index)) / 10,
        y: Math.round(400 + 400 * Math.sin(seconds / 31 + 2 * index)) / 10,
        battery: Math.round(100 - ((seconds / 40 + 9 * index) % 80)),
      }),
  }))
}

function publishDoor(doors: readonly MqttClient[]): void {
  const door = doors[Math.floor(Math.random() * doors.length)]
  const side = door?.clientId.includes('-north-') ? 'north' : 'south'
  door?.publish(`warehouse/${side}/doors`, JSON.stringify({ door: door.clientId.slice(-4), open: Math.random() < 0.5 }))
}

/** Messages of services and people: retained configuration, delayed reminders, notifications, orders, denied attempts. */
function startPeople(clients: Fleet['clients']): { stop(): void } {
  const mes = clients.get('mes-connector')
  const contractors = numbered(clients, 'contractor-')
  for (const [topic, payload] of retainedMessages()) mes?.publish(topic, payload, { qos: 1, retain: true })
  const remind = (minutes: number) =>
    mes?.publish(`$delayed/${Math.round(minutes * 60)}/notify/shift/${Math.round(minutes)}min`, '{"remind": "shift"}')
  for (let index = 1; index <= 12; index++) remind(index * 5.5)
  const notify = setInterval(() => mes?.publish('notify/technicians', '{"task": "check line 2"}', { qos: 1 }), 20_000)
  const order = setInterval(() => mes?.publish('partner/orders/new', '{"item": "P-104", "quantity": 40}'), 3_000)
  const remindLater = setInterval(() => remind(60), 330_000)
  // Denied by authorization.
  const intrude = setInterval(() => contractors[0]?.publish('config/plc-press-01', '{"speed": 900}', { qos: 1 }), 6_000)
  const peek = setInterval(() => contractors[1]?.subscribe('orders/#'), 45_000)
  return {
    stop() {
      for (const timer of [notify, order, remindLater, intrude, peek]) clearInterval(timer)
    },
  }
}

function retainedMessages(): readonly (readonly [topic: string, payload: string])[] {
  const ofLines = halls.flatMap((hall) =>
    lines.flatMap((line) =>
      ['limits', 'recipe', 'calibration', 'owner', 'layout', 'firmware', 'contact', 'inventory'].map(
        (kind) => [`config/${hall}/${line}/${kind}`, JSON.stringify({ kind, version: 3, hall, line })] as const,
      ),
    ),
  )
  const ofVehicles = Array.from(
    { length: 12 },
    (_, index) => [`config/fleet/forklift-${String(index + 1).padStart(2, '0')}`, '{"maxSpeed": 8}'] as const,
  )
  return [...ofLines, ...ofVehicles]
}
