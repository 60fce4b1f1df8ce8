import {
  getTelemetryData,
  getTelemetryReport,
  getTelemetryStatus,
  sendTelemetryReport,
  type TelemetryAttempt,
  type TelemetryData,
  type TelemetryReport,
  updateTelemetryReport,
  updateTelemetryStatus,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../data/index.ts'

export interface TelemetryState {
  readonly isOn: boolean
  /** What is or would be sent; undefined where the broker tells only while telemetry is on. */
  readonly data: TelemetryData | undefined
  /** Where to, and how it went; undefined where the broker does not say. */
  readonly report: TelemetryReport | undefined
}

/** `none` where the broker has no telemetry: EMQX's enterprise edition. */
export const telemetryQuery = defineQuery<undefined, TelemetryState | 'none'>({
  name: 'telemetry',
  async load(call, _args, signal) {
    const status = await orIfMissing(call(getTelemetryStatus, { signal }), undefined)
    if (!status) return 'none'
    const report = await orIfMissing(call(getTelemetryReport, { signal }), undefined)
    const data = report?.data ?? (await orIfMissing(call(getTelemetryData, { signal }), undefined))
    return { isOn: status.enable, data, report }
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

export const turnTelemetry = defineChange<boolean, unknown>({
  apply: (call, enable) => call(updateTelemetryStatus, { body: { enable } }),
  invalidates: [telemetryQuery],
})

export const setReportUrl = defineChange<string, unknown>({
  apply: (call, report_url) => call(updateTelemetryReport, { body: { report_url } }),
  invalidates: [telemetryQuery],
})

export const sendNow = defineChange<undefined, TelemetryAttempt>({
  apply: (call) => call(sendTelemetryReport, {}),
  invalidates: [telemetryQuery],
})
