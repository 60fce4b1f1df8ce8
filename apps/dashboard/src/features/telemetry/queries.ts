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
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'

export interface TelemetryState {
  readonly isEnabled: boolean
  /** Content of the report. Undefined for brokers that return it only while telemetry is enabled. */
  readonly data: TelemetryData | undefined
  /** Report URL and last result. Undefined for brokers that do not return it. */
  readonly report: TelemetryReport | undefined
}

/** `unavailable` if the broker has no telemetry, such as EMQX Enterprise. */
export const telemetryQuery = defineQuery<undefined, TelemetryState | 'unavailable'>({
  name: 'telemetry',
  async load(call, _args, signal) {
    const status = await orIfMissing(call(getTelemetryStatus, { signal }), undefined)
    if (!status) return 'unavailable'
    const report = await orIfMissing(call(getTelemetryReport, { signal }), undefined)
    const data = report?.data ?? (await orIfMissing(call(getTelemetryData, { signal }), undefined))
    return { isEnabled: status.enable, data, report }
  },
  poll: refreshIntervals.nodes,
})

export const enableTelemetry = defineChange<boolean, unknown>({
  apply: (call, enable) => call(updateTelemetryStatus, { body: { enable } }),
  invalidates: [telemetryQuery],
})

export const setReportUrl = defineChange<string, unknown>({
  apply: (call, report_url) => call(updateTelemetryReport, { body: { report_url } }),
  invalidates: [telemetryQuery],
})

export const sendReport = defineChange<undefined, TelemetryAttempt>({
  apply: (call) => call(sendTelemetryReport, {}),
  invalidates: [telemetryQuery],
})
