import type { MqttSettings } from '../settings.ts'

/**
 * Time in milliseconds without packets after which a client is disconnected [MQTT-3.1.2-22]. It is a multiple of
 * `keepalive_check_interval`, limited to half of the keep alive, as in EMQX: with the defaults exactly 1.5 times the keep
 * alive.
 * @param keepalive seconds; 0 disables it
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
