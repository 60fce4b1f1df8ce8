import { AppError, noContent, ok, type TelemetryAttempt } from '@mqdeck/contract'
import { authorOf, type HandlersOf, toRfc3339 } from '../management.ts'
import type { Services } from '../services.ts'
import { type Attempt, reportInterval } from './service.ts'

export function telemetryHandlers({ configuration, telemetry }: Services): HandlersOf<'telemetryReports'> {
  const status = () => ({ enable: configuration.get('telemetry').enable })
  return {
    getTelemetryStatus: () => ok(status()),
    updateTelemetryStatus: async ({ body: { enable } }, call) => {
      await configuration.change(
        (view) => {
          const before = view.get('telemetry')
          if (before.enable === enable)
            throw new AppError('BAD_REQUEST', `Telemetry status is already ${enable ? 'enabled' : 'disabled'}`)
          return { telemetry: { ...before, enable } }
        },
        authorOf(call, 'PUT /telemetry/status'),
      )
      return ok(status())
    },
    getTelemetryData: () => {
      if (!status().enable) throw new AppError('NOT_FOUND', 'Telemetry is not enabled')
      return ok(telemetry.data())
    },
    getTelemetryReport: () => {
      const [last, nextAt] = [telemetry.last(), telemetry.nextAt()]
      return ok({
        report_url: configuration.get('telemetry').report_url,
        interval: reportInterval,
        data: telemetry.data(),
        ...(last && { last: toAnswer(last) }),
        ...(nextAt !== undefined && { next_at: toRfc3339(nextAt) }),
      })
    },
    updateTelemetryReport: async ({ body: { report_url } }, call) => {
      await configuration.change(
        (view) => ({ telemetry: { ...view.get('telemetry'), report_url } }),
        authorOf(call, 'PUT /mqdeck/telemetry'),
      )
      return noContent
    },
    sendTelemetryReport: async () => ok(toAnswer(await telemetry.send())),
  }
}

const toAnswer = ({ at, url, failure }: Attempt): TelemetryAttempt => ({
  at: toRfc3339(at),
  report_url: url,
  outcome: failure === undefined ? 'sent' : 'failed',
  ...(failure !== undefined && { reason: failure }),
})
