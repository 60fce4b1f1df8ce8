import { AppError, noContent, ok, type TelemetryAttempt } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { integrationCounts } from '../integrations/metrics.ts'
import { authorOf, type HandlersOf, toRfc3339 } from '../management.ts'
import { metricsModule } from '../metrics/module.ts'
import { mqttFeaturesModule } from '../mqtt-features/module.ts'
import { defineModule } from '../resource-module.ts'
import { readOperatingSystem } from './operating-system.ts'
import { type Attempt, createTelemetry, reportInterval, type Telemetry } from './service.ts'
import { openTelemetryIdentity } from './telemetry-data.ts'

function telemetryHandlers({
  configuration,
  telemetry,
}: BrokerContext & { readonly telemetry: Telemetry }): HandlersOf<'telemetryReports'> {
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

export const telemetryModule = defineModule({
  name: 'telemetry',
  needs: { features: mqttFeaturesModule, metrics: metricsModule },
  async create(context, { features: { delayed }, metrics: { runtime } }) {
    const { broker, configuration, store, startedAt, version, clock, log } = context
    const telemetry = createTelemetry({
      settings: configuration.plain('telemetry'),
      sources: {
        broker,
        version,
        runtime,
        system: readOperatingSystem(),
        identity: await openTelemetryIdentity(store),
        features: () => ({
          topic_rewrite: configuration.get('rewrite').length,
          delayed: delayed.count,
          retained: broker.stats().retained,
          auto_subscribe: configuration.get('auto_subscribe').topics.length,
        }),
        integration: () => integrationCounts(configuration),
      },
      store,
      startedAt,
      clock,
      log,
    })
    return {
      handlers: telemetryHandlers({ ...context, telemetry }),
      roots: { telemetry: { apply: (next) => telemetry.update(next) } },
      start: telemetry.start,
      stop: telemetry.stop,
    }
  },
})
