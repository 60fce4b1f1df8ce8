import type { MqttSettings } from '../settings.ts'

/**
 * Milliseconds after its last packet from which a client counts as gone [MQTT-3.1.2-22]. Silence is measured in steps of
 * `keepalive_check_interval`, which count from that packet and are never longer than half of the keep alive (EMQX): with
 * the defaults the end comes exactly at one and a half times the keep alive.
 * @param keepalive seconds; 0 turns it off
 */
export function keepAliveTimeoutMs(
  keepalive: number,
  {
    keepalive_multiplier,
    keepalive_check_interval,
  }: Pick<MqttSettings, 'keepalive_multiplier' | 'keepalive_check_interval'>,
): number {
  if (keepalive === 0) return Number.POSITIVE_INFINITY
  const step = Math.min(keepalive_check_interval, keepalive * 500)
  return Math.ceil((keepalive * 1000 * keepalive_multiplier) / step) * step
}
