/** A value that the start options set over the stored one at every start. */
export interface Override {
  /** `['mqtt', 'max_inflight']` */
  readonly path: readonly string[]
  readonly value: unknown
  /** `MQDECK_MQTT_MAX_INFLIGHT`, or `mqtt.max_inflight in mqdeck.yaml` */
  readonly source: string
}
