import type { Metrics } from '../metrics.ts'
import { type Packet, reasonCode } from '../packets/index.ts'

/** PUBLISH is counted where it is handled: it is the one that comes by the million. */
export function countReceived(metrics: Metrics, packet: Packet): void {
  metrics['packets.received'] += 1
  switch (packet.type) {
    case 'connect':
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'subscribe':
    case 'unsubscribe':
    case 'pingreq':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.received`] += 1
  }
}

export function countSent(metrics: Metrics, packet: Packet): void {
  metrics['packets.sent'] += 1
  switch (packet.type) {
    case 'connack':
      countConnack(metrics, packet.reasonCode)
      break
    case 'suback':
    case 'unsuback':
    case 'pingresp':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.sent`] += 1
  }
}

function countConnack(metrics: Metrics, code: number): void {
  metrics['packets.connack.sent'] += 1
  if (code !== reasonCode.success) metrics['packets.connack.error'] += 1
  if (code === reasonCode.notAuthorized || code === reasonCode.badUserNameOrPassword)
    metrics['packets.connack.auth_error'] += 1
}
